import { type Delivery, outgoingWebhooks } from '#contract/desk/outgoing-webhooks.ts'
import { callDesk } from '#web/api/http/call.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { useChange } from '#web/manage/change.tsx'
import { queryOptions } from '@tanstack/react-query'

/** No event announces a delivery, so these are polled while they are shown, every this many ms. */
const refetchInterval = 5000
/** The same while one is being sent. */
const sendingInterval = 1000

/** The webhooks with what their receivers do. Fails with `manager_required` for everybody else. */
export const webhooksQuery = () =>
  queryOptions({
    queryKey: ['webhooks', 'list'],
    queryFn: async ({ signal }) => (await callDesk(outgoingWebhooks.list, { signal })).data,
    refetchInterval,
  })

export const deliveriesQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'deliveries', webhookId],
    queryFn: async ({ signal }) =>
      (await callDesk(outgoingWebhooks.deliveries, { params: { webhookId }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data?.some(isBeingSent) ? sendingInterval : refetchInterval),
  })

/** Whether a delivery is due, and so about to be answered. */
export const isBeingSent = ({ state, next_at: nextAt }: Delivery): boolean =>
  state === 'waiting' && nextAt !== null && Date.parse(nextAt) <= serverNow()

/** What a change to the webhooks or their deliveries makes out of date. */
export const affectedByWebhooks = [['webhooks']]

/** A change to the webhooks or their deliveries, which are refetched afterwards. */
export const useWebhookChange = <Input, Output>(
  change: (input: Input) => Promise<Output>,
  onDone?: (output: Output) => void,
) => useChange(change, affectedByWebhooks, onDone)
