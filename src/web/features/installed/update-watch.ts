import type { PageClock } from '#contract/clock.ts'
import { type Newest, type UpdateFacts, updateStep } from './update-rule.ts'

export interface UpdateDeps {
  readonly clock: PageClock
  readonly look: () => Promise<Newest>
  readonly factsOf: (newer: string) => UpdateFacts
  /** Says that there is a newer page. @returns whether it is still said, and the way to take it back. */
  readonly tell: () => { readonly isSaid: () => boolean; readonly unsay: () => void }
  readonly reload: (newer: string) => void
}

export interface UpdateWatch {
  /** Looks now: after the desk was away, which is when it becomes a new one. */
  look(): Promise<Newest>
  start(ended: AbortSignal): Promise<void>
}

const everyMs = 60 * 60_000
const paceMs = 2_000

/** Toasts a newer page of the desk, every hour and when told to look, and finds the moment for it. */
export function createUpdateWatch({ clock, look, factsOf, tell, reload }: UpdateDeps): UpdateWatch {
  let newer: string | undefined
  let said: ReturnType<typeof tell> | undefined
  let quietUntil = 0

  async function lookNow(): Promise<Newest> {
    const newest = await look()
    // Without an answer, what was known still holds; a desk that went back to this version has no other.
    if (newest.is !== 'unknown') newer = newest.is === 'newer' ? newest.name : undefined
    return newest
  }

  function unsay(): void {
    said?.unsay()
    said = undefined
  }

  function step(): void {
    if (said && !said.isSaid()) {
      // Somebody has read it, and does not want it now.
      said = undefined
      quietUntil = clock.now() + everyMs
    }
    if (newer === undefined) return unsay()
    switch (updateStep(factsOf(newer))) {
      case 'reload':
        return reload(newer)
      case 'tell':
        if (clock.now() >= quietUntil) said ??= tell()
        return
      case 'hide':
        return unsay()
      case 'keep':
    }
  }

  async function stepOften(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      await clock.sleep(paceMs, ended)
      if (!ended.aborted) step()
    }
  }

  return {
    look: lookNow,
    async start(ended) {
      void stepOften(ended)
      while (!ended.aborted) {
        await clock.sleep(everyMs, ended)
        if (!ended.aborted) await lookNow()
      }
    },
  }
}
