import * as z from 'zod/mini'
import type { Clock } from '#contract/clock.ts'
import { CancelReason } from '#contract/vendor/cancel-reason.ts'
import { readable, salvage, type Salvaged } from '#contract/salvage.ts'
import { redactMessage } from '#domain/redact-action.ts'
import { VendorFailure, type Vendor } from './vendor.ts'

export interface CancelReasons {
  /**
   * Finds a reason in a list that is up to a minute old; if the id is missing, reads the list again.
   * @returns undefined if the vendor has no such reason, `'unknown'` if the list cannot be read.
   */
  find(id: number): Promise<Salvaged<CancelReason> | undefined | 'unknown'>
  /** A reason's name in the last list, up to 100 characters. */
  nameOf(id: number | undefined): string | undefined
  /**
   * Stores a list that is sent to a tablet, so that the following attempt need not read one. `askedAt` is when it was
   * requested, on the steady clock.
   */
  note(list: unknown, askedAt: number): void
}

const keptForMs = 60_000
const longestName = 100

export function createCancelReasons(vendor: Vendor, clock: Clock): CancelReasons {
  let known: { readonly reasons: readonly Salvaged<CancelReason>[]; readonly at: number } | undefined

  /** @returns the reasons of a list; undefined if it is none. */
  function note(given: unknown, at: number) {
    const list = readable(salvage(z.array(CancelReason), given))
    if (!list) return undefined
    const reasons = list.flatMap((reason) => readable(reason) ?? [])
    if (!known || at >= known.at) known = { reasons, at }
    return reasons
  }

  async function readList() {
    const at = clock.steady()
    // An attempt is waiting for it, with little time.
    const { body } = await vendor.call('listCancelReasons', { params: {}, urgency: 'action' })
    const reasons = note(body.data, at)
    if (!reasons) throw new VendorFailure('unreadable', 'The vendor service sent no list of reasons.')
    return reasons
  }

  return {
    note: (list, askedAt) => void note(list, askedAt),
    nameOf(id) {
      const name = readable(known?.reasons.find((reason) => reason.id === id)?.name)
      return name === undefined ? undefined : redactMessage(name).slice(0, longestName).trim() || undefined
    },
    async find(id) {
      const fresh =
        known && clock.steady() - known.at < keptForMs ? known.reasons.find((reason) => reason.id === id) : undefined
      if (fresh) return fresh
      try {
        return (await readList()).find((reason) => reason.id === id)
      } catch (error) {
        if (error instanceof VendorFailure) return 'unknown'
        throw error
      }
    },
  }
}
