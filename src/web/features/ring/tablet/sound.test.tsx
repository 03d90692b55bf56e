import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createSound } from './sound.ts'

/** The part of the Web Audio API that records what would be played. */
function setUp() {
  const played: { pitch: number; at: number; peak: number; shape: string }[] = []
  const platform = { contexts: 0, isBlocked: false, hasDevice: true, now: 0 }
  class FakeContext extends EventTarget {
    state: AudioContextState = 'suspended'
    currentTime = 0
    readonly destination = {}
    constructor() {
      super()
      platform.contexts += 1
      opened(this)
    }
    createDynamicsCompressor = () => ({ connect: (to: unknown) => to })
    createGain = () => {
      const peaks: number[] = []
      const gain = {
        setValueAtTime: () => undefined,
        exponentialRampToValueAtTime: (value: number) => peaks.push(value),
      }
      return { gain, peaks, connect: (to: unknown) => to }
    }
    createOscillator = () => {
      let envelope: { readonly peaks: readonly number[] } | undefined
      const oscillator = {
        type: 'sine',
        frequency: { value: 0 },
        connect: (to: typeof envelope & object) => (envelope = to),
        start: (at: number) =>
          played.push({
            pitch: oscillator.frequency.value,
            at: at - this.currentTime,
            peak: Math.max(...(envelope?.peaks ?? [0])),
            shape: oscillator.type,
          }),
        stop: () => undefined,
      }
      return oscillator
    }
    async resume() {
      if (!platform.hasDevice) return new Promise<void>(() => undefined)
      if (platform.isBlocked) throw new DOMException('Not now', 'InvalidStateError')
      this.change('running')
    }
    change(state: AudioContextState) {
      if (this.state === state) return
      this.state = state
      this.dispatchEvent(new Event('statechange'))
    }
  }
  let context: FakeContext | undefined
  function opened(made: FakeContext): void {
    context = made
  }
  // It has only the members that the bell uses.
  const sound = createSound(FakeContext as unknown as new () => AudioContext, () => platform.now)
  const live = () => {
    if (!context) throw new Error('There is no context yet.')
    return context
  }
  return { sound, played, platform, live }
}

const loudest = (played: readonly { readonly peak: number }[]) => Math.max(...played.map(({ peak }) => peak))

test('opens a single context at the first press', async () => {
  const { sound, platform, played } = setUp()
  sound.ring('red')
  expect([platform.contexts, played.length, sound.isRunning()]).toEqual([0, 0, false])
  await sound.arm()
  await sound.arm()
  expect(platform.contexts).toBe(1)
})

test('rings louder and with more strokes with less time left', async () => {
  const { sound, played } = setUp()
  await sound.arm()
  const heard = (['calm', 'amber', 'red'] as const).map((urgency) => {
    played.length = 0
    sound.ring(urgency)
    return { loudest: loudest(played), strokes: new Set(played.map(({ at }) => at)).size }
  })
  expect(heard.map(({ strokes }) => strokes)).toEqual([1, 2, 3])
  expect(heard.map((each) => each.loudest)).toEqual([0.3, 0.6, 1])
})

test('plays two falling tones for a lost connection', async () => {
  const { sound, played } = setUp()
  await sound.arm()
  sound.lost()
  expect(played.map(({ shape }) => shape)).toEqual(['sawtooth', 'sawtooth'])
  const [first, then] = played
  expect(first?.pitch).toBeGreaterThan(then?.pitch ?? Infinity)
  expect(first?.at).toBeLessThan(then?.at ?? 0)
})

test('counts as running only while the audio clock advances', async () => {
  const { sound, platform, live } = setUp()
  await sound.arm()
  expect(sound.isRunning()).toBe(true)
  platform.now += 2600
  expect(sound.isRunning()).toBe(false)
  live().currentTime += 2.6
  expect(sound.isRunning()).toBe(true)
})

test('resumes a suspended context at once and when the page is shown', async () => {
  const { sound, platform, live } = setUp()
  await sound.arm()
  live().change('suspended')
  await waitFor(() => expect(live().state).toBe('running'))
  platform.isBlocked = true
  live().change('suspended')
  expect(sound.isRunning()).toBe(false)
  platform.isBlocked = false
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(sound.isRunning()).toBe(true))
})

test('plays a short low tone for an error', async () => {
  const { sound, played } = setUp()
  await sound.arm()
  sound.wrong()
  expect(played).toHaveLength(2)
  for (const { pitch, shape } of played) expect([pitch < 220, shape]).toEqual([true, 'square'])
})

test('plays nothing on a suspended context', async () => {
  const { sound, platform, played, live } = setUp()
  await sound.arm()
  platform.isBlocked = true
  live().change('suspended')
  for (let times = 0; times < 5; times += 1) sound.ring('red')
  expect(played).toEqual([])
})

test('arms a tablet without an audio device and reports no sound', async () => {
  const { platform, sound } = setUp()
  platform.hasDevice = false
  vi.useFakeTimers()
  const armed = sound.arm()
  await vi.advanceTimersByTimeAsync(2500)
  await armed
  expect(sound.isRunning()).toBe(false)
})

test('stays silent in a browser without audio and reports it', async () => {
  const sound = createSound(undefined)
  await sound.arm()
  sound.ring('red')
  expect(sound.isRunning()).toBe(false)
})
