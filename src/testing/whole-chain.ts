import type { ChainFacts } from '#web/features/ring/chain/links.ts'

/** The facts of a tablet that will ring: every link is ok. */
export const wholeChain: ChainFacts = {
  hasSound: true,
  isSounding: true,
  isAwake: true,
  feed: 'live',
  token: 'ok',
  webhook: 'works',
  isClockRight: true,
  isNotificationAllowed: true,
  isPrinterFaulty: false,
}
