import { marks } from '#contract/desk/mark-endpoints.ts'
import type { Pick, PickState } from '#contract/desk/marks.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { lineKey, orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { putAnswer } from '#web/api/order.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

/** What was tapped and is not kept yet, or could not be. */
export interface Attempt {
  readonly state: PickState | null
  readonly failure?: Failure
}

/** A mark that nobody confirmed by then is said not to be kept: it may be made again, any number of times. */
const timeoutMs = 15_000

/** Marks lines, each by itself. Until the desk has kept a mark it is only an attempt, and is shown as one. */
export function usePicks(orderId: OrderId) {
  const queries = useQueryClient()
  const [attempts, setAttempts] = useState<ReadonlyMap<string, Attempt>>(new Map())

  const send = useCallback(
    async (line: string, state: PickState | null): Promise<boolean> => {
      const attempt: Attempt = { state }
      setAttempts((all) => new Map(all).set(line, attempt))
      try {
        const { data } = await callDesk(marks.pick, {
          params: { orderId, itemId: line },
          body: { state },
          signal: AbortSignal.timeout(timeoutMs),
        })
        putAnswer(queries, data)
        setAttempts((all) => (all.get(line) === attempt ? withoutLine(all, line) : all))
        return true
      } catch (error) {
        const failure = error instanceof Failure ? error : new Failure('internal', String(error))
        setAttempts((all) => (all.get(line) === attempt ? new Map(all).set(line, { state, failure }) : all))
        return false
      }
    },
    [queries, orderId],
  )
  return { attempts, send }
}

const withoutLine = (all: ReadonlyMap<string, Attempt>, line: string) =>
  new Map([...all].filter(([each]) => each !== line))

interface PickCount {
  readonly total: number
  readonly picked: number
  readonly missing: number
}

/** Somebody packs it, and is not done: ready can be said all the same. */
export function isHalfPicked(order: ReadOrder, picks: readonly Pick[]): boolean {
  const { total, picked } = pickCount(order, picks)
  return picks.length > 0 && picked < total
}

/** How many lines of an order are in the bag, and how many were not found. */
export function pickCount(order: ReadOrder, picks: readonly Pick[]): PickCount {
  const states = orderItems(order).map((line, index) => picks.find((pick) => pick.line === lineKey(line, index))?.state)
  const count = (wanted: Pick['state']) => states.filter((state) => state === wanted).length
  return { total: states.length, picked: count('picked'), missing: count('missing') }
}

// Of three of a kind each is scanned: how many were so far outlasts the screen, and is this tablet's own.

const counts = new Map<string, number>()

const keyOf = (orderId: string, line: string, quantity: number): string => JSON.stringify([orderId, line, quantity])

export const scannedOf = (orderId: string, line: string, quantity: number): number =>
  counts.get(keyOf(orderId, line, quantity)) ?? 0

export function setScanned(orderId: string, line: string, quantity: number, count: number): void {
  if (count === 0) counts.delete(keyOf(orderId, line, quantity))
  else counts.set(keyOf(orderId, line, quantity), count)
}
