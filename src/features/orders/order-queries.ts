import { callVendor } from '#client/call.ts'
import { Failure } from '#client/failure.ts'
import { orderEndpoints } from '#contract/vendor/order-endpoints.ts'
import { vendorPrefix } from '#contract/vendor/prefix.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { CancelReason } from '#contract/vendor/cancel-reason.ts'
import { readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { readable, type Salvaged } from '#contract/salvage.ts'
import { queryOptions } from '@tanstack/react-query'
import { laneOf, type Lane } from '#contract/desk/lane.ts'

/** An endpoint of the vendor's, as the desk offers it: under the vendor's own path. */
export const throughDesk = <E extends Endpoint>(endpoint: E): E => ({ ...endpoint, path: vendorPrefix + endpoint.path })

const second = 1000

// unspecified: nothing tells of a change, so an order is asked for again at the pace of its state.
const paceOf: Readonly<Record<Lane, number | false>> = {
  answer: 5 * second,
  contact: 20 * second,
  preparing: 30 * second,
  ready: 60 * second,
  other: 30 * second,
  closed: false,
}

/** One order, as the vendor shows it now. */
export const orderQuery = (orderId: OrderId) =>
  queryOptions({
    queryKey: ['order', orderId],
    queryFn: async ({ signal }): Promise<ReadOrder> => {
      const { data } = await callVendor(throughDesk(orderEndpoints.getOrder), { params: { orderId }, signal })
      const order = readOrder(orderId, readable(data))
      if (!order) throw new Failure('vendor_unreadable', 'The answer is not this order.')
      return order
    },
    refetchInterval: ({ state }) => (state.data ? paceOf[laneOf(state.data)] : 5 * second),
    refetchIntervalInBackground: true,
  })

export type ReadCancelReason = Salvaged<CancelReason> & { readonly id: number }

const reasonsKeptMs = 60 * second

/** The reasons for a rejection; "should be fetched before rejecting", so they are read anew, and not kept for long. */
export const cancelReasonsQuery = () =>
  queryOptions({
    queryKey: ['cancel-reasons'],
    queryFn: async ({ signal }): Promise<readonly ReadCancelReason[]> => {
      const { data } = await callVendor(throughDesk(orderEndpoints.listCancelReasons), { signal })
      const reasons = (readable(data) ?? []).flatMap((reason) => withId(readable(reason)))
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
