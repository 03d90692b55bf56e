import type { OrderRow } from '#contract/desk/inbox.ts'

type Silence = Pick<OrderRow, 'acknowledged'>

/** When an order that was silenced may ring again, in milliseconds on the server's clock; else not a number. */
export const silencedUntil = ({ acknowledged }: Silence): number => Date.parse(acknowledged?.until ?? '')

export const isSilenced = (row: Silence, serverNow: number): boolean => silencedUntil(row) > serverNow

/** Whether an order waits for an answer and is not silenced. */
export const isRinging = (row: Silence & Pick<OrderRow, 'lane'>, serverNow: number): boolean =>
  row.lane === 'answer' && !isSilenced(row, serverNow)
