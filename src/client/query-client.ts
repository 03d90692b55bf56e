import { QueryClient } from '@tanstack/react-query'
import { Failure } from './failure.ts'

const neverBetterLater = ['order_not_found', 'bad_order_id', 'not_found']

/** One client for the page: it asks again by itself, and never holds a request back to send it later. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // The screen's own pace asks again; what the desk does not know now it will not know in a second.
        retry: (count, error) => count < 1 && !(error instanceof Failure && neverBetterLater.includes(error.code)),
        retryDelay: 500,
        refetchOnWindowFocus: 'always',
        refetchOnReconnect: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
