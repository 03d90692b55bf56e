import { copiesAtMost, printMoments, type TicketKind, ticketKinds } from '#contract/desk/printers.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { PrinterEntry } from './printer-entry.ts'
import { useId } from 'react'

const choices = ['never', ...printMoments] as const
const counts = Array.from({ length: copiesAtMost }, (_, index) => index + 1)

interface PrintRulesProps {
  readonly prints: PrinterEntry['prints']
  readonly onChange: (prints: PrinterEntry['prints']) => void
}

/** When each ticket is printed, and how often. */
export function PrintRules({ prints, onChange }: PrintRulesProps) {
  const t = useTranslate()
  const moments = Object.fromEntries(choices.map((each) => [each, t(`printers.on.${each}`)]))
  const copies = Object.fromEntries(counts.map((count) => [count, t('printers.copiesAre', { count })]))
  const id = useId()
  const change = (kind: TicketKind, changed: Partial<PrinterEntry['prints'][TicketKind]>) =>
    onChange({ ...prints, [kind]: { ...prints[kind], ...changed } })
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold text-soft">{t('printers.prints')}</legend>
      <div className="divide-y divide-line rounded border border-line">
        {ticketKinds.map((kind) => {
          const ticket = t(`ticket.kind.${kind}`)
          return (
            <div
              key={kind}
              role="group"
              aria-labelledby={`${id}-${kind}`}
              className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] items-center gap-2 p-3 tablet:grid-cols-[minmax(0,1fr)_11rem_9rem]"
            >
              <p id={`${id}-${kind}`} className="max-tablet:col-span-full">
                <span className="font-semibold">{ticket}</span>{' '}
                <span className="text-sm text-faint tablet:block">{t(`printers.ticket.${kind}`)}</span>
              </p>
              <SelectField
                label={t('printers.on', { ticket })}
                isLabelHidden
                value={prints[kind].on}
                options={moments}
                onChange={(value) => change(kind, { on: choices.find((each) => each === value) ?? 'never' })}
              />
              {prints[kind].on !== 'never' && (
                <SelectField
                  label={t('printers.copies', { ticket })}
                  isLabelHidden
                  value={String(prints[kind].copies)}
                  options={copies}
                  onChange={(value) => change(kind, { copies: Number(value) })}
                />
              )}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
