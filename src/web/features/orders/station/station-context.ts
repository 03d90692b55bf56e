import type { Shortage } from '#contract/desk/shortages.ts'
import type { StationSettings } from '#contract/desk/tablet-settings.ts'
import type { OwnLines } from '#domain/own-lines.ts'
import { createStore } from '#web/api/store.ts'
import type { PickAttempts } from '#web/features/orders/picking/pick-attempts.ts'
import { createContext, use } from 'react'

/** What all tickets share. It changes rarely, because a change draws every ticket anew. */
export interface StationValue {
  readonly own: OwnLines
  readonly picks: PickAttempts
  readonly settings: StationSettings
  readonly shortages: readonly Shortage[]
  /** The tablet is a counter, which can open an order. */
  readonly isCounter: boolean
  /** Does what the ticket's key does: ticks its open lines, marks it as ready, or takes a cancelled one away. */
  readonly press: (orderId: string) => void
  /** Registers what the key does while a ticket can be marked as ready. @returns how to take it back. */
  readonly onReadyPress: (orderId: string, press: () => void) => () => void
}

export const StationContext = createContext<StationValue | undefined>(undefined)

export function useStation(): StationValue {
  const value = use(StationContext)
  if (!value) throw new Error('There is no station above this component.')
  return value
}

/** The lines that the latest scan was for, and a number that differs for each scan. */
export const scannedLines = createStore<
  { readonly orderId: string; readonly keys: readonly string[]; readonly serial: number } | undefined
>(undefined)

/** The product whose tickets are marked, as `productKey` gives it. */
export const markedProduct = createStore<string | undefined>(undefined)
