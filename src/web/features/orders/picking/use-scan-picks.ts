import { markedLines, scanTaker, type ScanTaker } from '#web/api/screen-state.ts'
import { wrongTone } from '#web/api/preferences.ts'
import type { Pick, PickState } from '#contract/desk/marks.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import type { BarcodeReading } from '#domain/barcode.ts'
import { lineKey, orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Attempt } from './pick-attempts.ts'
import { scannedOf, setScanned } from './use-picks.ts'

/** The result of the latest scan. */
export interface ScanMessage {
  /** Distinguishes equal results, so that each is announced. */
  readonly serial: number
  /** The `lineKey` of the scanned line; empty if it is no line of the order. */
  readonly line: string
  /** The highlighted lines, each by its `lineKey`. */
  readonly marked: readonly string[]
  readonly is: 'counted' | 'picked' | 'surplus' | 'wrong' | 'own' | 'carton' | 'several'
  readonly code: string
  /** How the code was interpreted, if nothing has the code itself. */
  readonly reading: BarcodeReading | undefined
  readonly name: string
  readonly count: number
  readonly quantity: number
}

interface ScanPicksDeps {
  readonly order: ReadOrder
  readonly picks: readonly Pick[]
  /** Marks that are not stored yet, or that failed. */
  readonly attempts: ReadonlyMap<string, Attempt>
  readonly isLive: boolean
  readonly send: (line: string, state: PickState) => void
}

/** How long the result is shown and its line highlighted. */
const shownForMs = 8000

/** While an order is packed, each scan counts one piece of its line. A code of no line is an error. */
export function useScanPicks({ order, picks, attempts, isLive, send }: ScanPicksDeps): ScanMessage | undefined {
  const [message, setMessage] = useState<ScanMessage>()

  const take = useEffectEvent<ScanTaker['take']>((code, keys, reading) => {
    const isPicked = (line: string) => isTaken(line, picks, attempts)
    const next = scannedLine(order, isPicked, keys, reading?.is)
    const { line, is } = next
    if (is === 'counted' || is === 'picked') setScanned(order.id, line, next.quantity, next.count)
    else if (is !== 'own') wrongTone.read()()
    if (is === 'picked') send(line, 'picked')
    const marked = is === 'several' && keys ? keys : [line]
    setMessage((last) => ({ ...next, marked, code, reading, serial: (last?.serial ?? 0) + 1 }))
  })

  useEffect(() => {
    if (!isLive) return
    scanTaker.set({ orderId: order.id, take: (code, keys, reading) => take(code, keys, reading) })
    return () => scanTaker.set(undefined)
  }, [isLive, order.id])

  // The count is kept until the mark is stored, so that after a failure the next scan retries it.
  useEffect(() => {
    for (const { line, quantity } of countedLines(order))
      if (isStored(line, picks)) setScanned(order.id, line, quantity, 0)
  }, [order, picks])

  useEffect(() => {
    if (!message) return
    markedLines.set({ orderId: order.id, keys: message.marked })
    const timer = setTimeout(() => setMessage(undefined), shownForMs)
    return () => {
      clearTimeout(timer)
      markedLines.set(undefined)
    }
  }, [message, order.id])

  return message
}

export type Scanned = Omit<ScanMessage, 'serial' | 'marked' | 'code' | 'reading'>

/**
 * The same product may be on two lines with different notes; the first incomplete one counts. A scale label completes its
 * line, but is ambiguous with two lines. The number of pieces in a carton is unknown.
 */
export function scannedLine(
  order: ReadOrder,
  isPicked: (line: string) => boolean,
  keys: readonly string[] | undefined,
  reading: BarcodeReading['is'] | undefined,
): Scanned {
  if (!keys || keys.length === 0) return { line: '', is: keys ? 'own' : 'wrong', name: '', count: 0, quantity: 0 }
  const lines = countedLines(order).filter(({ line }) => keys.includes(line))
  const last = lines.at(-1)
  const next = lines.find(({ line }) => !isPicked(line))
  if (!last) return { line: '', is: 'wrong', name: '', count: 0, quantity: 0 }
  if (reading === 'label' && lines.length > 1) return { ...last, is: 'several', count: 0 }
  if (!next) return { ...last, is: 'surplus', count: last.quantity }
  if (reading === 'carton') return { ...next, is: 'carton', count: 0 }
  if (reading === 'label') return { ...next, is: 'picked', count: next.quantity }
  const count = Math.min(next.quantity, scannedOf(order.id, next.line, next.quantity) + 1)
  return { ...next, is: count >= next.quantity ? 'picked' : 'counted', count }
}

const countedLines = (order: ReadOrder) =>
  orderItems(order).flatMap((line, index) => {
    if (line instanceof Unreadable) return []
    // A quantity that is unreadable or no whole number counts as one piece.
    const given = readable(line.quantity)
    const quantity = given !== undefined && Number.isInteger(given) ? Math.max(1, given) : 1
    return [{ line: lineKey(line, index), name: readable(readable(line.product)?.name) ?? '', quantity }]
  })

const isStored = (line: string, picks: readonly Pick[]): boolean =>
  picks.some((pick) => pick.line === line && pick.state === 'picked')

/** Whether the line is picked, including a mark that is still being sent. */
export function isTaken(line: string, picks: readonly Pick[], attempts: ReadonlyMap<string, Attempt>): boolean {
  const attempt = attempts.get(line)
  return attempt && !attempt.failure ? attempt.state === 'picked' : isStored(line, picks)
}
