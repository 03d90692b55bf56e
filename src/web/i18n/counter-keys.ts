/** Key prefixes of messages that the first screen does not need. They would add 7 KiB to it, compressed. */
const ofOtherScreens = [
  'attributes.',
  'brands.',
  'catalog.',
  'categories.',
  'check.',
  'digital.',
  'discount.',
  'first.',
  'drill.',
  'history.',
  'item.',
  'items.',
  'log.',
  'mark.',
  'paper.',
  'people.',
  'practice.',
  'reject.',
  'reports.',
  'sale.',
  'settings.',
  'sound.',
  'theme.',
]

/** Messages of those prefixes that the board, the order screen or the frame needs nevertheless. */
const ofCounter = [
  'digital.growing',
  'digital.short',
  'digital.switch',
  'digital.switchHint',
  'history.title',
  'people.enrolmentEnds',
  'people.noContact',
  'people.signIn',
  'practice.name',
  // Reasons in an order’s timeline.
  'reject.CLOSING_SOON',
  'reject.OUT_OF_STOCK',
  'reject.TOO_BUSY',
]

/** Whether a message belongs to the board, the order screen or the frame, which are loaded first. */
export const isOfCounter = (key: string): boolean =>
  ofCounter.includes(key) || !ofOtherScreens.some((start) => key.startsWith(start))
