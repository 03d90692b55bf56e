import type { PickState } from '#contract/desk/marks.ts'
import { Unreadable } from '#contract/salvage.ts'
import { PlainValue, Quantity } from '#web/format/value.tsx'
import type { OrderLineProps } from '#web/features/orders/lines/order-line.tsx'
import { Drawing } from '#web/components/icon.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

interface PickTickProps {
  readonly line: OrderLineProps['line']
  readonly name: string
  readonly state: PickState | null
  /** Pressed, but not stored yet. */
  readonly isPending: boolean
  /** The scanned part of the quantity, as text. */
  readonly scanned: string | undefined
  /** Undefined if the line is read-only. */
  readonly onPress: ((state: PickState | null) => void) | undefined
}

const looks: Readonly<Record<PickState | 'open', string>> = {
  open: 'border-edge bg-raised text-strong',
  picked: 'border-good bg-good-tint text-good',
  missing: 'border-red bg-red-tint text-red',
}
const marks: Readonly<Record<PickState | 'open', string>> = {
  open: 'M4 4h16v16H4z',
  picked: 'M4 12.5l5.5 5.5L20 6.5',
  missing: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M6.5 6.5l11 11',
}

/** The quantity and the packing state in one large button, distinguished by symbol, not by colour alone. */
export function PickTick({ line, name, state, isPending, scanned, onPress }: PickTickProps) {
  const t = useTranslate()
  const is = state ?? 'open'
  const content = (
    <>
      {!(line instanceof Unreadable) && (
        <span className="px-1 text-xl font-bold whitespace-nowrap">
          <PlainValue of={line.quantity}>{(quantity) => <Quantity of={quantity} />}</PlainValue>
        </span>
      )}
      {scanned !== undefined && is !== 'picked' ? (
        <span className="text-sm font-semibold">{scanned}</span>
      ) : (
        <Drawing path={marks[is]} className="size-6" />
      )}
    </>
  )
  const box = `flex min-h-20 min-w-20 shrink-0 flex-col items-center justify-center gap-1 self-start rounded border-2 ${looks[is]}`
  if (!onPress) {
    return (
      <span role="img" aria-label={t(`pick.is.${is}`, { name })} className={box}>
        {content}
      </span>
    )
  }
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={is === 'missing' ? 'mixed' : is === 'picked'}
      aria-label={t('pick.tick', { name })}
      // Not `disabled` while it is stored, so that it keeps the focus.
      aria-disabled={isPending}
      className={`${box} no-print ${isPending ? 'border-dashed' : ''} transition-colors duration-150`}
      onClick={() => isPending || onPress(is === 'picked' ? null : 'picked')}
    >
      {content}
    </button>
  )
}
