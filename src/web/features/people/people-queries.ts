import { callDesk } from '#web/api/http/call.ts'
import { tellOtherTabs } from '#web/api/preferences.ts'
import { sessionQuery } from '#web/api/session.ts'
import { people } from '#contract/desk/people.ts'
import { presenceBeatMs } from '#contract/desk/presence.ts'
import { signIn, signOut, type Session } from '#contract/desk/session.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

export const tabletsQuery = () =>
  queryOptions({
    queryKey: ['people', 'tablets'],
    queryFn: async ({ signal }) => (await callDesk(people.tablets, { signal })).data,
    // As often as they say of themselves whether they ring.
    refetchInterval: presenceBeatMs,
  })

export const staffQuery = () =>
  queryOptions({
    queryKey: ['people', 'staff'],
    queryFn: async ({ signal }) => (await callDesk(people.staff, { signal })).data,
  })

/** Who this tablet is, and who is signed in on it: there on every screen, which waits for it. */
export const useSession = (): Session | undefined => useQuery(sessionQuery()).data

/** The person who is signed in, as the list of people has them. */
export function useMe() {
  const id = useSession()?.staff?.id
  const { data } = useQuery({ ...staffQuery(), enabled: id !== undefined })
  return data?.find((person) => person.id === id)
}

/** Signs in, or out where nobody is given. */
export function useSignIn() {
  const queries = useQueryClient()
  return useMutation({
    // A PIN is not kept once it was sent.
    gcTime: 0,
    mutationFn: (body?: { readonly name: string; readonly pin: string }) =>
      body ? callDesk(signIn, { body }) : callDesk(signOut),
    async onSuccess(session) {
      // One that was asked for before must not come after.
      await queries.cancelQueries(sessionQuery())
      queries.setQueryData(sessionQuery().queryKey, session)
      tellOtherTabs()
      void queries.invalidateQueries({ queryKey: ['people'] })
    },
  })
}

/** Whatever is changed of tablets and people may concern whoever changes it. */
export function useChange<Wish>(change: (wish: Wish) => Promise<unknown>, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    // A PIN is not kept once it was sent.
    gcTime: 0,
    onSuccess: onDone,
    onSettled: () =>
      Promise.all([queries.invalidateQueries(sessionQuery()), queries.invalidateQueries({ queryKey: ['people'] })]),
  })
}
