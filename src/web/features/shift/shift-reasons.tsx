import type { Reason } from '#contract/desk/shift.ts'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { formatNumber } from '#web/i18n/format-number.ts'
import { useLanguage, useTranslate, type Translate } from '#web/i18n/translations.tsx'

/** Why this store rejected orders, the most frequent reason first. */
export function ShiftReasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  const t = useTranslate()
  const language = useLanguage()
  return (
    <table className="w-full text-start">
      <caption className="pb-2 text-start font-bold text-soft">{t('shift.reasons')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('shift.reason')}</th>
          <th scope="col">{t('shift.times')}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {reasons.map((reason) => (
          <tr key={`${reason.id} ${reason.code}`}>
            <th scope="row" className="py-2 pe-4 text-start font-normal">
              <ServiceText>{reasonText(reason, t)}</ServiceText>
            </th>
            <td className="w-16 py-2 text-end font-semibold">
              <Digits>{formatNumber(reason.count, language)}</Digits>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const ownCodes = {
  OUT_OF_STOCK: 'reject.OUT_OF_STOCK',
  TOO_BUSY: 'reject.TOO_BUSY',
  CLOSING_SOON: 'reject.CLOSING_SOON',
} as const
const isOwnCode = (code: string): code is keyof typeof ownCodes => code in ownCodes

function reasonText({ name, id, code }: Reason, t: Translate): string {
  if (name !== null) return name
  if (id !== null) return t('log.reason', { reason: String(id) })
  if (code === null) return t('shift.ownWords')
  return isOwnCode(code) ? t(ownCodes[code]) : code
}
