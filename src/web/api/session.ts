import { getSession } from '#contract/desk/session.ts'
import { callDesk } from '#web/api/http/call.ts'
import { setServerTime } from '#web/api/http/server-clock.ts'
import { createStore } from './store.ts'
import { queryOptions } from '@tanstack/react-query'

const refreshMs = 60_000

/** This tablet's device, shop and signed-in person. Each answer also sets the page's clock to the server's. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }) => {
      const session = await callDesk(getSession, { signal })
      setServerTime(session.server_time)
      return session
    },
    staleTime: refreshMs,
    refetchInterval: refreshMs,
  })

/** Whether this tablet was removed while this page was open. */
export const wasCutOff = createStore(false)
