import { callDesk } from '#web/api/http/call.ts'
import { sessionQuery } from '#web/api/session.ts'
import { readDeadline, readDrift } from '#contract/desk/deadline.ts'
import { readVendorState } from '#contract/desk/vendor-state.ts'
import { webhook } from '#contract/desk/webhook.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** No event announces a change, so these are polled while they are shown, every this many ms. */
const refetchInterval = 5000

export const webhookQuery = () =>
  queryOptions({
    queryKey: ['settings', 'webhook'],
    queryFn: async ({ signal }) => (await callDesk(webhook.read, { signal })).data,
    refetchInterval,
  })

export const vendorStateQuery = () =>
  queryOptions({
    queryKey: ['settings', 'vendor'],
    queryFn: async ({ signal }) => (await callDesk(readVendorState, { signal })).data,
    refetchInterval,
  })

/** The time to answer that the desk has learned, or assumes. */
export const deadlineQuery = () =>
  queryOptions({
    queryKey: ['settings', 'deadline'],
    queryFn: ({ signal }) => callDesk(readDeadline, { signal }),
    refetchInterval,
  })

/** Differences of the service from its specification. Fails with `manager_required` for everybody else. */
export const driftQuery = () =>
  queryOptions({
    queryKey: ['settings', 'drift'],
    queryFn: async ({ signal }) => (await callDesk(readDrift, { signal })).data,
  })

/** Has the desk's server send a test notification to its own address. */
export function useTestNotification() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => (await callDesk(webhook.test)).data,
    // Also finds out if the session has ended meanwhile.
    onSettled: () =>
      Promise.all([queries.invalidateQueries(webhookQuery()), queries.invalidateQueries(sessionQuery())]),
  })
}
