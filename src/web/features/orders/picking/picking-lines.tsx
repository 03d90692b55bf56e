import type { OrderView } from '#web/api/order.ts'
import { Unreadable, readable } from '#contract/salvage.ts'
import { OrderLine, type OrderLineProps } from '#web/features/orders/lines/order-line.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { PickFoot } from './pick-foot.tsx'
import { PickProgress } from './pick-progress.tsx'
import { PickTick } from './pick-tick.tsx'
import { ScanResult } from './scan-result.tsx'
import { scannedOf, usePicks } from './use-picks.ts'
import { useScanPicks } from './use-scan-picks.ts'

interface PickingLinesProps {
  readonly view: OrderView & { readonly row: NonNullable<OrderView['row']> }
  readonly lines: readonly (Omit<OrderLineProps, 'start' | 'foot'> & { readonly lineKey: string })[]
}

/** The lines to pack. Each is ticked by press or scan, on any tablet, or marked missing. */
export function PickingLines({ view: { order, row, lane }, lines }: PickingLinesProps) {
  const t = useTranslate()
  const { picks } = row
  const isLive = lane === 'preparing'
  const { attempts, send } = usePicks(order.id)
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
