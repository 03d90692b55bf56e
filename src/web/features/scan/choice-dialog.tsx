import { barcodeWords } from '#web/format/barcode-words.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import type { FoundOrder } from './scan-target.ts'
import type { Choice } from './use-scan.ts'

interface ChoiceDialogProps {
  readonly choice: Choice
  readonly onChoose: (order: FoundOrder) => void
  readonly onClose: () => void
}

/** Asks which of several open orders a scan was meant for. */
export function ChoiceDialog({ choice, onChoose, onClose }: ChoiceDialogProps) {
  const t = useTranslate()
  const language = useLanguage()
  const hint = barcodeWords(choice.orders[0]?.reading, t, language)
  return (
    <Dialog title={t('scan.choose')} onClose={onClose}>
      <DialogBody>
        <p className="text-soft">{t('scan.chooseHint', { code: choice.code })}</p>
        {hint !== undefined && <p className="font-semibold">{hint}</p>}
        <ul className="flex flex-col gap-2">
          {choice.orders.map((order) => (
            <li key={order.orderId}>
              <button
                type="button"
                className="flex min-h-14 w-full flex-wrap items-center gap-x-4 rounded border border-edge px-4 py-2 text-start hover:bg-sunken active:bg-sunken"
                onClick={() => onChoose(order)}
              >
                <Digits className="text-xl font-extrabold">{order.number}</Digits>{' '}
                <ServiceText className="min-w-0 flex-1">{order.customer ?? '—'}</ServiceText>{' '}
                {order.lines.length > 0 && (
                  <Digits className="text-lg font-bold">{quantitiesOf(order, language)}</Digits>
                )}
              </button>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('scan.cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** The quantities of all matching lines, because the same product may be on two lines with different notes. */
const quantitiesOf = ({ lines }: FoundOrder, language: Language): string =>
  lines.map(({ quantity }) => `${quantity === undefined ? '?' : formatNumber(quantity, language)} ×`).join(' + ')
