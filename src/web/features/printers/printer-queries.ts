import { printing } from '#contract/desk/printers.ts'
import { callDesk } from '#web/api/http/call.ts'
import { sessionQuery } from '#web/api/session.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** No event announces a change, so these are polled while they are shown, every this many ms. */
const refetchInterval = 5000

/** The printers with their states. Fails with `manager_required` for everybody else. */
export const printersQuery = () =>
  queryOptions({
    queryKey: ['printers', 'list'],
    queryFn: async ({ signal }) => (await callDesk(printing.printers, { signal })).data,
    refetchInterval,
  })

export const printJobsQuery = () =>
  queryOptions({
    queryKey: ['printers', 'jobs'],
    queryFn: async ({ signal }) => (await callDesk(printing.jobs, { signal })).data,
    refetchInterval,
  })

/** A change to the printers or their jobs, which are refetched afterwards. */
export function usePrinterChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  onDone?: (output: Output) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    ...(onDone && { onSuccess: onDone }),
    // Also finds out if the sign-in has ended meanwhile.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['printers'] }),
        queries.invalidateQueries({ queryKey: ['printer-choices'] }),
        queries.invalidateQueries(sessionQuery()),
      ]),
  })
}
