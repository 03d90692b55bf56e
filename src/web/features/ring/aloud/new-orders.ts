/** The orders at a beat of the ring, by id. */
interface OrdersNow {
  /** In milliseconds, on the page's steady clock. */
  readonly now: number
  /** All orders of the board. */
  readonly board: readonly string[]
  readonly ringing: readonly string[]
}

/** The first stroke of the ring has faded after this time. */
const strokeMs = 1200

/** Finds the orders to speak of: each once, after the first stroke of its ring. Has no timer of its own. */
export function createNewOrders() {
  let known: ReadonlySet<string> | undefined
  let unsaid: readonly string[] = []
  let since = 0

  return {
    /**
     * The orders to speak of now. Those of the first beat are not new: they waited before the sound was turned on.
     * While `isSpeaking`, the orders wait, and are then said together.
     */
    take({ now, board, ringing }: OrdersNow, isSpeaking: boolean): readonly string[] {
      const before = known ?? new Set(ringing)
      known = new Set(board)
      const still = unsaid.filter((id) => ringing.includes(id))
      const begun = ringing.filter((id) => !before.has(id))
      if (still.length === 0) since = now
      unsaid = [...still, ...begun]
      if (unsaid.length === 0 || isSpeaking || now - since < strokeMs) return []
      const taken = unsaid
      unsaid = []
      return taken
    },
  }
}
