import { getSession } from '#contract/desk/session.ts'
import { callDesk } from '#web/api/http/call.ts'
import { setServerTime } from '#web/api/http/server-clock.ts'
import { createStore, type ReadableStore } from './store.ts'
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

/** A request to sign in without leaving the screen. The sign-in dialog shows it and ends it. */
export interface SignInRequest {
  /** The person to choose first. */
  readonly name: string | undefined
  readonly end: (isSignedIn: boolean) => void
}

const request = createStore<SignInRequest | undefined>(undefined)
export const signInRequest: ReadableStore<SignInRequest | undefined> = request

/** Opens the sign-in dialog. @returns whether somebody has signed in. */
export function requestSignIn(name?: string): Promise<boolean> {
  request.read()?.end(false)
  return new Promise((resolve) => {
    request.set({
      name,
      end(isSignedIn) {
        request.set(undefined)
        resolve(isSignedIn)
      },
    })
  })
}
