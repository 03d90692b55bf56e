import { wrongTone } from '#web/api/preferences.ts'
import { createToast, type Toast, type NoticeDeps } from './notification.ts'
import { openRingWorker } from './ring-worker.ts'
import { createSound, type Sound } from './sound.ts'
import { createWakeLock, type WakeLock } from './wake-lock.ts'

/** All by which this tablet makes itself heard. It outlives every screen: what a tap has opened stays open. */
export interface Instrument {
  readonly hasSound: boolean
  readonly sound: Sound
  readonly wakeLock: WakeLock
  readonly notice: Toast
  readonly isArmed: () => boolean
  /** Only inside a tap, which a test ring answers. Whether sound comes out, `sound.isRunning` tells. */
  arm(): Promise<void>
  /** The same after a reload, by any tap: it asks nothing and is silent. */
  armAgain(): Promise<void>
  /** Whether it was armed before the page was loaded again. */
  wasArmed(): boolean
}

type InstrumentDeps = Pick<Instrument, 'hasSound' | 'sound' | 'wakeLock' | 'notice'>

export function createInstrument(deps: InstrumentDeps): Instrument {
  const { sound, wakeLock, notice } = deps
  let isArmed = false

  async function armAgain(): Promise<void> {
    // Both are begun inside the tap, before anything is waited for.
    const sounding = sound.arm()
    void wakeLock.take()
    await sounding
    isArmed = true
    remember()
  }

  return {
    ...deps,
    isArmed: () => isArmed,
    async arm() {
      const armed = armAgain()
      void notice.allow()
      await armed
      sound.test()
    },
    armAgain,
    wasArmed,
  }
}

const key = 'armed'

function remember(): void {
  try {
    localStorage.setItem(key, 'yes')
  } catch {
    // After a reload it takes the button again.
  }
}

function wasArmed(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

let ofThisTablet: Instrument | undefined

/** The one instrument of this page. */
export function tabletInstrument(): Instrument {
  ofThisTablet ??= openInstrument()
  return ofThisTablet
}

function openInstrument(): Instrument {
  const Context = typeof AudioContext === 'undefined' ? undefined : AudioContext
  const sound = createSound(Context)
  wrongTone.set(sound.wrong)
  return createInstrument({
    hasSound: Context !== undefined,
    sound,
    // Older browsers, and pages on plain HTTP, have neither.
    wakeLock: createWakeLock((navigator as Partial<Navigator>).wakeLock),
    notice: createToast(browserNotifications()),
  })
}

function browserNotifications(): NoticeDeps | undefined {
  const workers = (navigator as Partial<Navigator>).serviceWorker
  if (!workers || typeof Notification === 'undefined') return undefined
  let permission = Notification.permission
  const readAgain = () => (permission = Notification.permission)
  // Each look costs a millisecond, and the pulse looks twice a second: it is told of changes instead.
  document.addEventListener('visibilitychange', () => document.hidden || readAgain())
  const { permissions } = navigator as Partial<Navigator>
  void permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', readAgain), ignore)
  return {
    permission: () => permission,
    request: () => Notification.requestPermission().finally(readAgain),
    open: () => openRingWorker(workers),
  }
}

/** Some browsers tell of none: there the next look at the tablet does. */
const ignore = () => undefined
