import type { OrderRow } from '#contract/desk/inbox.ts'
import { LastAnswer } from './last-answer.tsx'

/** What is to be said of the last answer to an order, from whichever tablet it came. */
export const LastWord = ({ row }: { readonly row: Pick<OrderRow, 'last_action'> | undefined }) =>
  row?.last_action && <LastAnswer last={row.last_action} />
