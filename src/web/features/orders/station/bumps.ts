import type { OrderRow } from '#contract/desk/inbox.ts'
import { createStore } from '#web/api/store.ts'

/** A ticket whose open lines were ticked at once, or whose last one was. */
export interface Bump {
  readonly orderId: string
  readonly number: string
  /** The lines that it ticked, each by its `lineKey`. */
  readonly lines: readonly string[]
}

const kept = 5

/** The last five bumps of this tablet, the latest first. */
export const bumps = createStore<readonly Bump[]>([])

/** A ticket that is bumped again replaces its earlier bump, whose lines are part of both. */
export function noteBump(bump: Bump): void {
  const before = bumps.read().find(({ orderId }) => orderId === bump.orderId)
  const lines = [...new Set([...(before?.lines ?? []), ...bump.lines])]
  bumps.set([{ ...bump, lines }, ...bumps.read().filter((each) => each !== before)].slice(0, kept))
}

export const dropBump = (bump: Bump): void => bumps.set(bumps.read().filter((each) => each !== bump))

/** What a bump can be undone to: the lines that are still ticked, or why it cannot be. */
export type Recall =
  | { readonly is: 'possible'; readonly lines: readonly string[] }
  | { readonly is: 'ready' | 'over' | 'cleared' }

/** `row` is the order's current one; undefined if the board does not have it. */
export function recallOf({ lines }: Bump, row: OrderRow | undefined): Recall {
  if (row?.lane === 'ready') return { is: 'ready' }
  if (row?.lane !== 'preparing') return { is: 'over' }
  const still = lines.filter((line) => row.picks.some((pick) => pick.line === line && pick.state === 'picked'))
  return still.length > 0 ? { is: 'possible', lines: still } : { is: 'cleared' }
}
