import * as z from 'zod/mini'
import type { Clock } from '#contract/clock.ts'
import { CancelReason } from '#contract/vendor/cancel-reason.ts'
import { readable, salvage, type Salvaged } from '#contract/salvage.ts'
import { redactMessage } from '#domain/redact-action.ts'
import { VendorFailure, type Vendor } from './vendor.ts'

export interface CancelReasons {
  /**
   * The reason of this id. A list of up to a minute ago will do; where the id is not on it, the list is read anew.
   * @returns nothing where the vendor has no such reason, `'unknown'` where the list cannot be had.
   */
  find(id: number): Promise<Salvaged<CancelReason> | undefined | 'unknown'>
  /** What the list that was read last calls a reason, at most 100 characters of it. */
  nameOf(id: number | undefined): string | undefined
  /**
   * A list that a tablet is given, as the vendor sends it: the tap that follows need not wait for another one. It was
   * asked for at `askedAt` by the steady clock.
   */
  note(list: unknown, askedAt: number): void
}

const keptForMs = 60_000
const longestName = 100

export function createCancelReasons(vendor: Vendor, clock: Clock): CancelReasons {
  let known: { readonly reasons: readonly Salvaged<CancelReason>[]; readonly at: number } | undefined

  /** @returns the reasons of a list; nothing where it is none. */
  function note(given: unknown, at: number) {
    const list = readable(salvage(z.array(CancelReason), given))
    if (!list) return undefined
    const reasons = list.flatMap((reason) => readable(reason) ?? [])
    if (!known || at >= known.at) known = { reasons, at }
    return reasons
  }

  async function readList() {
    const at = clock.steady()
    // A tap waits for it, and has only so much time.
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
