import { markedLines, scanTaker, type ScanTaker } from '#web/api/screen-state.ts'
import { wrongTone } from '#web/api/preferences.ts'
import type { Pick, PickState } from '#contract/desk/marks.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import type { BarcodeReading } from '#domain/barcode.ts'
import { lineKey, orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Attempt, scannedOf, setScanned } from './use-picks.ts'

/** What came of the latest scan. */
export interface ScanMessage {
  /** A new one is said again, even where it says the same. */
  readonly serial: number
  /** The `lineKey` of what was scanned; empty where it is no line of the order. */
  readonly line: string
  /** The lines that are marked, each by its `lineKey`. */
  readonly marked: readonly string[]
  readonly is: 'counted' | 'picked' | 'surplus' | 'wrong' | 'own' | 'carton' | 'several'
  readonly code: string
  /** How the code was read, where nothing has the code itself. */
  readonly reading: BarcodeReading | undefined
  readonly name: string
  readonly count: number
  readonly quantity: number
}

interface ScanPicksDeps {
  readonly order: ReadOrder
  readonly picks: readonly Pick[]
  /** Marks that the desk has not kept yet, or could not keep. */
  readonly attempts: ReadonlyMap<string, Attempt>
  readonly isLive: boolean
  readonly send: (line: string, state: PickState) => void
}

/** How long it is said, and its line marked. */
const saidForMs = 8000

/** While an order is packed, a scan ticks its line, one of its quantity at a time; what is not of the order is wrong. */
export function useScanPicks({ order, picks, attempts, isLive, send }: ScanPicksDeps): ScanMessage | undefined {
  const [word, setWord] = useState<ScanMessage>()

  const take = useEffectEvent<ScanTaker['take']>((code, keys, reading) => {
    const isPicked = (line: string) => isTaken(line, picks, attempts)
    const next = scanned(order, isPicked, keys, reading?.is)
    const { line, is } = next
    if (is === 'counted' || is === 'picked') setScanned(order.id, line, next.quantity, next.count)
    else if (is !== 'own') wrongTone.read()()
    if (is === 'picked') send(line, 'picked')
    const marked = is === 'several' && keys ? keys : [line]
    setWord((last) => ({ ...next, marked, code, reading, serial: (last?.serial ?? 0) + 1 }))
  })

  useEffect(() => {
    if (!isLive) return
    scanTaker.set({ orderId: order.id, take: (code, keys, reading) => take(code, keys, reading) })
    return () => scanTaker.set(undefined)
  }, [isLive, order.id])

  // What was counted is needed until the desk has kept the mark: if it cannot, the next scan tries that again.
  useEffect(() => {
    for (const { line, quantity } of countedLines(order))
      if (isKept(line, picks)) setScanned(order.id, line, quantity, 0)
  }, [order, picks])

  useEffect(() => {
    if (!word) return
    markedLines.set({ orderId: order.id, keys: word.marked })
    const timer = setTimeout(() => setWord(undefined), saidForMs)
    return () => {
      clearTimeout(timer)
      markedLines.set(undefined)
    }
  }, [word, order.id])

  return word
}

type Scanned = Omit<ScanMessage, 'serial' | 'marked' | 'code' | 'reading'>

/**
 * CustomerNotes may keep the same thing on two lines: the first that is not complete takes it. The label of a scale ticks its line
 * whole; of two lines nobody knows which was weighed. How many pieces a carton contains is not known either.
 */
function scanned(
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
    // One that cannot be read, or counts no pieces, is ticked whole: nobody can say when it is complete.
    const told = readable(line.quantity)
    const quantity = told !== undefined && Number.isInteger(told) ? Math.max(1, told) : 1
    return [{ line: lineKey(line, index), name: readable(readable(line.product)?.name) ?? '', quantity }]
  })

const isKept = (line: string, picks: readonly Pick[]): boolean =>
  picks.some((pick) => pick.line === line && pick.state === 'picked')

/** Whether it is picked, as far as somebody at this tablet can know: what is on its way to the desk counts. */
function isTaken(line: string, picks: readonly Pick[], attempts: ReadonlyMap<string, Attempt>): boolean {
  const attempt = attempts.get(line)
  return attempt && !attempt.failure ? attempt.state === 'picked' : isKept(line, picks)
}
