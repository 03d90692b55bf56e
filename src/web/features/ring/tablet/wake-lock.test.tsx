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
      // What is looked at of one is when it is released.
      return sentinel as unknown as WakeLockSentinel
    },
  })
  return { platform, wakeLock }
}

test('the screen is kept awake from the tap on, by one lock', async () => {
  const { platform, wakeLock } = setUp()
  see('visible')
  await settled()
  expect([platform.given.length, wakeLock.isHeld()]).toEqual([0, false])
  await wakeLock.take()
  await wakeLock.take()
  expect([platform.given.length, wakeLock.isHeld()]).toEqual([1, true])
})

test('a hidden page loses its lock, and takes it again when it is seen', async () => {
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

test('a lock that is refused is asked for again when the page is seen again', async () => {
  const { platform, wakeLock } = setUp()
  platform.refuses = true
  await wakeLock.take()
  expect(wakeLock.isHeld()).toBe(false)
  platform.refuses = false
  see('visible')
  await settled()
  expect(wakeLock.isHeld()).toBe(true)
})

test('a lock that the system took from a page that is seen, and refuses for a while, is asked for again', async () => {
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

test('a browser that has no lock keeps nothing awake, and says so', async () => {
  const wakeLock = createWakeLock(undefined)
  await wakeLock.take()
  expect(wakeLock.isHeld()).toBe(false)
})

test('a lock that is let go of is not taken again, until it is wanted again', async () => {
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

test('one that comes after it was let go of is let go of at once', async () => {
  const { platform, wakeLock } = setUp()
  const released = vi.fn<() => void>()
  const taken = wakeLock.take()
  wakeLock.release()
  platform.given[0]?.addEventListener('release', released)
  await taken
  expect(released).toHaveBeenCalledOnce()
  expect(wakeLock.isHeld()).toBe(false)
})
