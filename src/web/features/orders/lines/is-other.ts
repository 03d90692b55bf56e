import { readable, type Unreadable } from '#contract/salvage.ts'

type Sent = string | Unreadable | null | undefined

const plain = (sent: Sent): string => readable(sent)?.trim().toLowerCase() ?? ''

/** Whether a product says otherwise than its order; where one of the two says nothing, there is no difference. */
export function isOther(ofProduct: Sent, ofOrder: Sent): boolean {
  const [product, order] = [plain(ofProduct), plain(ofOrder)]
  return product !== '' && order !== '' && product !== order
}
