import type { PickState } from '#contract/desk/marks.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { useStore } from '#web/api/store.ts'
import { createPickAttempts } from './pick-attempts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

/** Marks the lines of one order while its screen is shown. */
export function usePicks(orderId: OrderId) {
  const queries = useQueryClient()
  const [picks] = useState(() => createPickAttempts(queries))
  const attempts = useStore({ watch: picks.watch, read: () => picks.of(orderId) })
  const send = useCallback(
    (line: string, state: PickState | null): Promise<boolean> => picks.send(orderId, line, state),
    [picks, orderId],
  )
  const forget = (line: string) => picks.forget(orderId, line)
  return { attempts, send, forget }
}

// Each piece of a line is scanned by itself. The counts outlive the screen, and exist on this tablet only.

const counts = new Map<string, number>()

const keyOf = (orderId: string, line: string, quantity: number): string => JSON.stringify([orderId, line, quantity])

export const scannedOf = (orderId: string, line: string, quantity: number): number =>
  counts.get(keyOf(orderId, line, quantity)) ?? 0

export function setScanned(orderId: string, line: string, quantity: number, count: number): void {
  if (count === 0) counts.delete(keyOf(orderId, line, quantity))
  else counts.set(keyOf(orderId, line, quantity), count)
}
