import { createInstrument, type Instrument } from '#web/tablet/instrument.ts'

/** What a recorded instrument did, and the state of its browser. */
export interface RecordedTablet {
  /** The sounds, the latest last; a ring by its urgency. */
  readonly heard: string[]
  isRunning: boolean
  /** The browser lets nothing sound now. */
  isBlocked: boolean
  isAwake: boolean
  notification: string | undefined
}

/** A tablet's instrument that records its sounds instead of playing them. */
export function createRecordedInstrument(): { readonly tablet: RecordedTablet; readonly instrument: Instrument } {
  const tablet: RecordedTablet = {
    heard: [],
    isRunning: false,
    isBlocked: false,
    isAwake: false,
    notification: undefined,
  }
  function note(sound: string): void {
    if (tablet.isRunning) tablet.heard.push(sound)
  }
  const instrument = createInstrument({
    hasSound: true,
    sound: {
      arm: async () => void (tablet.isRunning = !tablet.isBlocked),
      ring: note,
      wrong: () => undefined,
      lost: () => note('lost'),
      test: () => note('test'),
      play: note,
      remind: () => note('remind'),
      ticket: () => note('ticket'),
      isRunning: () => tablet.isRunning,
    },
    wakeLock: {
      take: async () => void (tablet.isAwake = true),
      release: () => (tablet.isAwake = false),
      isHeld: () => true,
    },
    notification: {
      allow: async () => undefined,
      isAllowed: () => true,
      want: (text) => (tablet.notification = text?.title),
    },
  })
  return { tablet, instrument }
}
