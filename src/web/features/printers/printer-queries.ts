import { printing } from '#contract/desk/printers.ts'
import { callDesk } from '#web/api/http/call.ts'
import { useChange } from '#web/manage/change.tsx'
import { queryOptions } from '@tanstack/react-query'

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

/** What a change to the printers or their jobs makes out of date. */
export const affectedByPrinters = [['printers'], ['printer-choices']]

/** A change to the printers or their jobs, which are refetched afterwards. */
export const usePrinterChange = <Input, Output>(
  change: (input: Input) => Promise<Output>,
  onDone?: (output: Output) => void,
) => useChange(change, affectedByPrinters, onDone)
