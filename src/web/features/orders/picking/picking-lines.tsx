import type { PickState } from '#contract/desk/marks.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import type { OrderView } from '#web/api/order.ts'
import { Drawing } from '#web/components/icon.tsx'
import { OrderLine, type OrderLineProps } from '#web/features/orders/lines/order-line.tsx'
import { PlainValue, Quantity } from '#web/format/value.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { PickFoot, PickProgress, ScanResult } from './pick-foot.tsx'
import { scannedOf, usePicks } from './use-picks.ts'
import { useScanPicks } from './use-scan-picks.ts'

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
function PickTick({ line, name, state, isPending, scanned, onPress }: PickTickProps) {
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

interface PickingLinesProps {
  readonly view: OrderView & { readonly row: NonNullable<OrderView['row']> }
  readonly lines: readonly (Omit<OrderLineProps, 'start' | 'foot'> & { readonly lineKey: string })[]
}

/** The lines to pack. Each is ticked by press or scan, on any tablet, or marked missing. */
export function PickingLines({ view: { order, row, lane }, lines }: PickingLinesProps) {
  const t = useTranslate()
  const { picks } = row
  const isLive = lane === 'preparing'
  const { attempts, send, forget } = usePicks(order.id)
  const message = useScanPicks({ order, picks, attempts, isLive, send: (line, state) => void send(line, state) })

  return (
    <>
      <PickProgress order={order} picks={picks} />
      <ul className="packing divide-y divide-line">
        {lines.map(({ lineKey: key, ...shown }, place) => {
          const pick = picks.find(({ line }) => line === key)
          const attempt = attempts.get(key)
          const line = shown.line
          const quantity = line instanceof Unreadable ? undefined : readable(line.quantity)
          const count = quantity === undefined ? 0 : scannedOf(order.id, key, quantity)
          const name = nameOf(line, key)
          return (
            <OrderLine
              // Keyed by index, because two lines may have the same id.
              key={place}
              {...shown}
              start={
                <PickTick
                  line={line}
                  name={name}
                  state={attempt && !attempt.failure ? attempt.state : (pick?.state ?? null)}
                  isPending={attempt !== undefined && !attempt.failure}
                  scanned={quantity !== undefined && count > 0 ? t('pick.of', { count, quantity }) : undefined}
                  onPress={isLive ? (state) => void send(key, state) : undefined}
                />
              }
              foot={
                <PickFoot
                  name={name}
                  pick={pick}
                  attempt={attempt}
                  onMiss={isLive ? (isMissing) => void send(key, isMissing ? 'missing' : null) : undefined}
                  onSignedIn={() => forget(key)}
                />
              }
            />
          )
        })}
      </ul>
      {message && <ScanResult key={message.serial} message={message} />}
    </>
  )
}

function nameOf(line: OrderLineProps['line'], key: string): string {
  const product = line instanceof Unreadable ? undefined : readable(line.product)
  return readable(product?.name)?.trim() || key
}
