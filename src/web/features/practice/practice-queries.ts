import { callDesk } from '#web/api/http/call.ts'
import { practice, type PracticeKind, type PracticeLine } from '#contract/desk/practice.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

const refreshMs = 5000

/** What the pretend customers did, and how the pretend line is. */
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
