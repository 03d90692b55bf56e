import type { OrderRow } from '#contract/desk/inbox.ts'
import { Fallback } from '#web/components/fallback.tsx'
import { LastAnswer } from './later.ts'

/** What is to be said of the last answer to an order, from whichever tablet it came. */
export const LastWord = ({ row }: { readonly row: Pick<OrderRow, 'last_action'> | undefined }) => (
  <Fallback instead={null}>{row?.last_action && <LastAnswer last={row.last_action} />}</Fallback>
)
