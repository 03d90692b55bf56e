import { afterEach, expect, test, vi } from 'vitest'
import { createWakeLock } from './wake-lock.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve))
const see = (state: DocumentVisibilityState) => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
afterEach(() => Reflect.deleteProperty(document, 'visibilityState'))

function setUp() {
  const platform = { given: [] as EventTarget[], refuses: false }
  const wakeLock = createWakeLock({
    async request() {
      if (platform.refuses) throw new DOMException('Low battery', 'NotAllowedError')
      const sentinel = Object.assign(new EventTarget(), {
        release: async () => void sentinel.dispatchEvent(new Event('release')),
      })
      platform.given.push(sentinel)
      // Only its release is observed.
      return sentinel as unknown as WakeLockSentinel
    },
  })
  return { platform, wakeLock }
}

test('keeps the screen awake by one lock from the first press', async () => {
  const { platform, wakeLock } = setUp()
  see('visible')
  await settled()
  expect([platform.given.length, wakeLock.isHeld()]).toEqual([0, false])
  await wakeLock.take()
  await wakeLock.take()
  expect([platform.given.length, wakeLock.isHeld()]).toEqual([1, true])
})

test('requests the lock again when a hidden page is shown', async () => {
  const { platform, wakeLock } = setUp()
  await wakeLock.take()
  see('hidden')
  platform.given[0]?.dispatchEvent(new Event('release'))
  await settled()
  expect(wakeLock.isHeld()).toBe(false)
  see('visible')
  await settled()
  expect([platform.given.length, wakeLock.isHeld()]).toEqual([2, true])
})

test('requests a refused lock again when the page is shown', async () => {
  const { platform, wakeLock } = setUp()
  platform.refuses = true
  await wakeLock.take()
  expect(wakeLock.isHeld()).toBe(false)
  platform.refuses = false
  see('visible')
  await settled()
  expect(wakeLock.isHeld()).toBe(true)
})

test('retries a lock that the system took from a visible page', async () => {
  vi.useFakeTimers()
  const { platform, wakeLock } = setUp()
  await wakeLock.take()
  platform.refuses = true
  platform.given[0]?.dispatchEvent(new Event('release'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(wakeLock.isHeld()).toBe(false)
  platform.refuses = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect([platform.given.length, wakeLock.isHeld()]).toEqual([2, true])
})

test('reports no lock in a browser without wake locks', async () => {
  const wakeLock = createWakeLock(undefined)
  await wakeLock.take()
  expect(wakeLock.isHeld()).toBe(false)
})

test('does not request a released lock until the next take', async () => {
  const { platform, wakeLock } = setUp()
  await wakeLock.take()
  wakeLock.release()
  expect(wakeLock.isHeld()).toBe(false)
  see('visible')
  await settled()
  expect([platform.given.length, wakeLock.isHeld()]).toEqual([1, false])
  await wakeLock.take()
  expect(wakeLock.isHeld()).toBe(true)
})

test('releases a lock that is granted after the release', async () => {
  const { platform, wakeLock } = setUp()
  const released = vi.fn<() => void>()
  const taken = wakeLock.take()
  wakeLock.release()
  platform.given[0]?.addEventListener('release', released)
  await taken
  expect(released).toHaveBeenCalledOnce()
  expect(wakeLock.isHeld()).toBe(false)
})
