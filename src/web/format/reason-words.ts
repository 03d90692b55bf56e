import type { RejectReason } from '#contract/desk/order-outcome.ts'
import type { Translate } from '#web/i18n/translations.tsx'

const ownCodes = {
  OUT_OF_STOCK: 'reject.OUT_OF_STOCK',
  TOO_BUSY: 'reject.TOO_BUSY',
  CLOSING_SOON: 'reject.CLOSING_SOON',
} as const
const isOwnCode = (code: string): code is keyof typeof ownCodes => code in ownCodes

/** Why an order was rejected; undefined for own words, which are not stored. */
export function reasonWords({ name, id, code }: RejectReason, t: Translate): string | undefined {
  if (name !== null) return name
  if (id !== null) return t('timeline.reasonNumber', { id: String(id) })
  if (code === null) return undefined
  return isOwnCode(code) ? t(ownCodes[code]) : code
}
