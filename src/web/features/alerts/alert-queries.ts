import { alerts } from '#contract/desk/alerts.ts'
import { callDesk } from '#web/api/http/call.ts'
import { sessionQuery } from '#web/api/session.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** No event announces a change, so these are polled while they are shown, every this many ms. */
const refetchInterval = 10_000
/** While a rehearsal runs. */
const rehearsalInterval = 2000

/** Everybody in the shop, with their phones. */
export const dutyQuery = () =>
  queryOptions({
    queryKey: ['alerts', 'duty'],
    queryFn: async ({ signal }) => (await callDesk(alerts.duty, { signal })).data,
    refetchInterval,
  })

export const ladderQuery = () =>
  queryOptions({
    queryKey: ['alerts', 'ladder'],
    queryFn: async ({ signal }) => (await callDesk(alerts.ladder, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.is_rehearsing ? rehearsalInterval : refetchInterval),
  })

/** The last hundred alerts. Fails with `manager_required` for everybody else. */
export const alertsQuery = (isRehearsing: boolean) =>
  queryOptions({
    queryKey: ['alerts', 'list'],
    queryFn: async ({ signal }) => (await callDesk(alerts.list, { signal })).data,
    refetchInterval: isRehearsing ? rehearsalInterval : refetchInterval,
  })

/** The key that a browser subscribes with. Fails with `push_off` where the server cannot send alerts to phones. */
export const pushKeyQuery = () =>
  queryOptions({
    queryKey: ['alerts', 'push-key'],
    queryFn: async ({ signal }) => (await callDesk(alerts.pushKey, { signal })).public_key,
    retry: false,
    staleTime: Infinity,
  })

/** A change to what the alerts' screens show, which is refetched afterwards. Changes of one scope run in turn. */
export function useAlertChange<Input, Output>(change: (input: Input) => Promise<Output>, scope?: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    ...(scope !== undefined && { scope: { id: scope } }),
    // Also finds out if the sign-in has ended meanwhile.
    onSettled: () =>
      Promise.all([queries.invalidateQueries({ queryKey: ['alerts'] }), queries.invalidateQueries(sessionQuery())]),
  })
}
