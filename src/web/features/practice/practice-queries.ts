import { practice, type PracticeKind, type PracticeLine } from '#contract/desk/practice.ts'
import { callDesk } from '#web/api/http/call.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

const refreshMs = 5000

/** The state of the simulated customers and of the simulated network. */
export const practiceQuery = () =>
  queryOptions({
    queryKey: ['practice'],
    queryFn: async ({ signal }) => (await callDesk(practice.read, { signal })).data,
    refetchInterval: refreshMs,
  })

export function usePlaceOrder(onPlaced: (orderId: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (kind: PracticeKind) => callDesk(practice.placeOrder, { body: { kind } }),
    onSuccess: ({ data }) => onPlaced(data.id),
    onSettled: () => queries.invalidateQueries(practiceQuery()),
  })
}

export function useSetLine() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (line: PracticeLine) => callDesk(practice.setLine, { body: { line } }),
    onSettled: () => queries.invalidateQueries(practiceQuery()),
  })
}

const everyMs = 1000
const seldomMs = 10_000

/** The state of the drill, polled each second while there is one. */
export const drillQuery = () =>
  queryOptions({
    queryKey: ['practice', 'drill'],
    queryFn: async ({ signal }) => (await callDesk(practice.readDrill, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.is_running === true ? everyMs : seldomMs),
    // One of its steps cuts the network, and the next poll notices the end.
    retry: false,
    throwOnError: false,
  })

export function useTurnDrill() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) => callDesk(on ? practice.startDrill : practice.stopDrill),
    onSuccess: ({ data }) => queries.setQueryData(drillQuery().queryKey, data),
  })
}
