import { callVendor, listIn, throughDesk } from '#web/api/http/call.ts'
import { type CancelReason, cancelReasonEndpoints } from '#contract/vendor/cancel-reason.ts'
import { readable, type Salvaged } from '#contract/salvage.ts'
import { queryOptions } from '@tanstack/react-query'

export type ReadCancelReason = Salvaged<CancelReason> & { readonly id: number }

const reasonsKeptMs = 60_000

/** The service's rejection reasons. They "should be fetched before rejecting", so the cache is short-lived. */
export const cancelReasonsQuery = () =>
  queryOptions({
    queryKey: ['cancel-reasons'],
    queryFn: async ({ signal }): Promise<readonly ReadCancelReason[]> => {
      const { data } = await callVendor(throughDesk(cancelReasonEndpoints.listCancelReasons), { signal })
      const reasons = listIn(data).flatMap((reason) => withId(readable(reason)))
      return [...new Map(reasons.map((reason) => [reason.id, reason])).values()]
    },
    staleTime: 0,
    gcTime: reasonsKeptMs,
    retry: 1,
  })

function withId(reason: Salvaged<CancelReason> | undefined): readonly ReadCancelReason[] {
  const id = readable(reason?.id)
  return reason && id !== undefined ? [{ ...reason, id }] : []
}
