import { callDesk } from '#web/api/http/call.ts'
import { practice } from '#contract/desk/practice.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

const everyMs = 1000
const seldomMs = 10_000

/** How the drill stands: asked for each second while there is one. */
export const drillQuery = () =>
  queryOptions({
    queryKey: ['practice', 'drill'],
    queryFn: async ({ signal }) => (await callDesk(practice.readDrill, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.is_running === true ? everyMs : seldomMs),
    // One of its steps is a line that is cut: the next question finds out.
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
