import { wrongTone } from '#web/api/preferences.ts'
import { createRingNotification, type NotificationDeps, type RingNotification } from './notification.ts'
import { workerAddress } from './pulse.ts'
import { createSound, type Sound } from './sound.ts'
import { createWakeLock, type WakeLock } from './wake-lock.ts'

/**
 * Registers `public/ring-worker.js` and waits until it can show notifications. Its scope is a path without pages, so it
 * intercepts no requests and replaces no other worker.
 * @throws if the browser rejects the worker.
 */
async function openRingWorker(container: ServiceWorkerContainer): Promise<ServiceWorkerRegistration> {
  const registration = await container.register(workerAddress('ring'), {
    scope: `${import.meta.env.BASE_URL}ring-worker/`,
  })
  const worker = registration.active ?? registration.waiting ?? registration.installing
  if (worker && worker.state !== 'activated') await activated(worker)
  return registration
}

const activated = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('The worker was not taken.'))
    })
  })

/** The tablet's sound, wake lock and notification. It outlives every screen, because opening sound needs a press. */
export interface Instrument {
  readonly hasSound: boolean
  readonly sound: Sound
  readonly wakeLock: WakeLock
  readonly notification: RingNotification
  readonly isArmed: () => boolean
  /**
   * Turns the sound on and plays a test ring, or `play` instead. Only inside a press. `sound.isRunning` tells whether sound
   * comes out.
   */
  arm(play?: () => void): Promise<void>
  /** Turns the sound on again after a reload, on any press, without a prompt or a test ring. */
  armAgain(): Promise<void>
  /** Whether it was armed before the last reload. */
  wasArmed(): boolean
}

type InstrumentDeps = Pick<Instrument, 'hasSound' | 'sound' | 'wakeLock' | 'notification'>

export function createInstrument(deps: InstrumentDeps): Instrument {
  const { sound, wakeLock, notification } = deps
  let isArmed = false

  async function armAgain(): Promise<void> {
    // Both start inside the press, before the first await.
    const sounding = sound.arm()
    void wakeLock.take()
    await sounding
    isArmed = true
    remember()
  }

  return {
    ...deps,
    isArmed: () => isArmed,
    async arm(play = sound.test) {
      const armed = armAgain()
      void notification.allow()
      await armed
      play()
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
    // Without storage, the sound must be turned on again after a reload.
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
    // Older browsers and pages on plain HTTP have neither.
    wakeLock: createWakeLock((navigator as Partial<Navigator>).wakeLock),
    notification: createRingNotification(browserNotifications()),
  })
}

function browserNotifications(): NotificationDeps | undefined {
  const workers = (navigator as Partial<Navigator>).serviceWorker
  if (!workers || typeof Notification === 'undefined') return undefined
  const notifications = Notification
  let permission = notifications.permission
  const readAgain = () => (permission = notifications.permission)
  // Reading the permission costs a millisecond and the pulse reads it twice a second, so it is cached.
  document.addEventListener('visibilitychange', () => document.hidden || readAgain())
  const { permissions } = navigator as Partial<Navigator>
  void permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', readAgain), ignore)
  return {
    permission: () => permission,
    request: () => notifications.requestPermission().finally(readAgain),
    open: () => openRingWorker(workers),
  }
}

/** Browsers that cannot report changes read the permission when the page is shown. */
const ignore = () => undefined

const tabKey = 'tab'

/** The tab's id. It survives a reload, so that the new page's presence replaces the old one's. */
export function ownTab(): string {
  try {
    const known = sessionStorage.getItem(tabKey)
    if (known) return known
    const made = crypto.randomUUID()
    sessionStorage.setItem(tabKey, made)
    return made
  } catch {
    // Without storage, the presence counts for the whole tablet.
    return ''
  }
}
