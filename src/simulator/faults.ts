import type { VendorEndpointName } from '#contract/vendor/endpoints.ts'

/**
 * What can go wrong between a desk and a vendor service. `drop` cuts the connection; `late` faults happen after the
 * effect, so that the asker does not know that it worked.
 */
export const faultKinds = [
  'slow',
  'hang',
  'drop',
  'drop-late',
  'error',
  'error-late',
  'error-200',
  'html',
  'html-late',
  'half',
  'empty',
  'unauthenticated',
  'forbidden',
  'forbidden-late',
  'too-many',
  'too-many-late',
  'another-order',
  'redirect',
] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  readonly kind: FaultKind
  /** On this endpoint alone; on every one where it is left out. */
  readonly on?: VendorEndpointName
  /** How often; 1 where it is left out, `Infinity` until it is taken back. */
  readonly times?: number
  /** For `slow`: how long, in milliseconds. For `too-many` and `too-many-late`: the `Retry-After`, rounded up to seconds. */
  readonly ms?: number
}

/** The faults that wait for their moment, oldest first. */
export class Faults {
  #waiting: (Fault & { left: number })[] = []

  add(fault: Fault): void {
    this.#waiting.push({ ...fault, left: fault.times ?? 1 })
  }

  clear(): void {
    this.#waiting = []
  }

  /** The fault that strikes this call, counted as used. */
  take(on: VendorEndpointName): Fault | undefined {
    const fault = this.#waiting.find((each) => each.left > 0 && (each.on ?? on) === on)
    if (fault) fault.left -= 1
    this.#waiting = this.#waiting.filter((each) => each.left > 0)
    return fault
  }
}
