import { people } from '#contract/desk/people.ts'
import { presenceBeatMs, type Session, signIn, signOut } from '#contract/desk/session.ts'
import { callDesk } from '#web/api/http/call.ts'
import { notifyOtherTabs } from '#web/api/other-tabs.ts'
import { sessionQuery } from '#web/api/session.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

export const tabletsQuery = () =>
  queryOptions({
    queryKey: ['people', 'tablets'],
    queryFn: async ({ signal }) => (await callDesk(people.tablets, { signal })).data,
    // As often as tablets report whether they ring.
    refetchInterval: presenceBeatMs,
  })

export const staffQuery = () =>
  queryOptions({
    queryKey: ['people', 'staff'],
    queryFn: async ({ signal }) => (await callDesk(people.staff, { signal })).data,
  })

/** The tablet and the person signed in. Every screen waits for it, so screens always have it. */
export const useSession = (): Session | undefined => useQuery(sessionQuery()).data

/** The signed-in person, as in the list of people. */
export function useMe() {
  const id = useSession()?.staff?.id
  const { data } = useQuery({ ...staffQuery(), enabled: id !== undefined })
  return data?.find((person) => person.id === id)
}

/** Signs a person in, or out without one. */
export function useSignIn() {
  const queries = useQueryClient()
  return useMutation({
    // Drops the PIN as soon as it has been sent.
    gcTime: 0,
    mutationFn: (body?: { readonly name: string; readonly pin: string }) =>
      body ? callDesk(signIn, { body }) : callDesk(signOut),
    async onSuccess(session) {
      // An earlier request must not overwrite the result.
      await queries.cancelQueries(sessionQuery())
      queries.setQueryData(sessionQuery().queryKey, session)
      notifyOtherTabs()
      void queries.invalidateQueries({ queryKey: ['people'] })
    },
  })
}
