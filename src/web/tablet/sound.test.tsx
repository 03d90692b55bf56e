import type { Urgency } from '#domain/urgency.ts'
import { ringSounds, saveRingSound, saveVolume } from '#web/api/preferences.ts'
import { waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createSound } from './sound.ts'

afterEach(() => localStorage.clear())

/** The part of the Web Audio API that records what would be played, and how loud it would leave the tablet. */
function setUp() {
  const played: { pitch: number; at: number; peak: number; shape: string; output: number }[] = []
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
    createDynamicsCompressor = () => new FakeNode()
    createGain = () => new FakeGain()
    createOscillator = () => {
      const oscillator = Object.assign(new FakeNode(), {
        type: 'sine',
        frequency: { value: 0 },
        start: (at: number) => {
          const peak = oscillator.next?.factor() ?? 0
          played.push({
            pitch: oscillator.frequency.value,
            at: at - this.currentTime,
            peak,
            shape: oscillator.type,
            output: oscillator.throughput(),
          })
        },
        stop: () => undefined,
      })
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

/** A node that passes its input on to the next. */
class FakeNode {
  next: FakeNode | undefined
  factor = () => 1
  connect(to: FakeNode): FakeNode {
    this.next = to
    return to
  }
  /** By how much the nodes from here to the speaker change the loudness. */
  throughput = (): number => this.factor() * (this.next?.throughput?.() ?? 1)
}

class FakeGain extends FakeNode {
  readonly peaks: number[] = []
  readonly gain = {
    value: 1,
    setValueAtTime: () => undefined,
    exponentialRampToValueAtTime: (value: number) => this.peaks.push(value),
  }
  override factor = () => Math.max(...(this.peaks.length > 0 ? this.peaks : [this.gain.value]))
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

const ringUrgencies: readonly Urgency[] = ['calm', 'amber', 'red']

/** When each stroke of a ring begins, in milliseconds. */
async function rhythms(urgency: Urgency): Promise<Record<string, readonly number[]>> {
  const { sound, played } = setUp()
  await sound.arm()
  const heard = ringSounds.map((name) => {
    saveRingSound(name)
    played.length = 0
    sound.ring(urgency)
    return [name, [...new Set(played.map(({ at }) => Math.round(at * 1000)))]] as const
  })
  return Object.fromEntries(heard)
}

test.each([
  ['calm', { chime: [0, 360], bell: [0], knock: [0, 110, 330], alarm: [0, 100, 200, 300] }],
  [
    'amber',
    { chime: [0, 320, 640], bell: [0, 180], knock: [0, 110, 330, 440, 660], alarm: [0, 100, 200, 300, 400, 500] },
  ],
  [
    'red',
    {
      chime: [0, 240, 480, 720],
      bell: [0, 180, 360],
      knock: [0, 110, 220, 440, 550, 660],
      alarm: [0, 100, 200, 300, 400, 500, 600, 700, 800],
    },
  ],
] as const)('rings in a rhythm of its own for each sound: %s', async (urgency, expected) => {
  expect(await rhythms(urgency)).toEqual(expected)
})

test.each(ringSounds)('rings louder, higher and with more strokes with less time left: %s', async (name) => {
  const { sound, played } = setUp()
  saveRingSound(name)
  await sound.arm()
  const heard = ringUrgencies.map((urgency) => {
    played.length = 0
    sound.ring(urgency)
    const strokes = new Set(played.map(({ at }) => at)).size
    return { strokes, loudness: loudest(played), pitch: Math.max(...played.map(({ pitch }) => pitch)) }
  })
  for (const measure of ['strokes', 'loudness', 'pitch'] as const) {
    const values = heard.map((each) => each[measure])
    expect(values, measure).toEqual([...new Set(values)].toSorted((one, other) => one - other))
  }
})

test('plays every tone at the volume of the tablet, which may change at any time', async () => {
  const { sound, played } = setUp()
  await sound.arm()
  const tones = {
    ring: () => sound.ring('red'),
    lost: sound.lost,
    wrong: sound.wrong,
    remind: sound.remind,
    test: sound.test,
  }
  for (const [name, play] of Object.entries(tones)) {
    const outputs = [100, 50, 10].map((percent) => {
      saveVolume(percent)
      played.length = 0
      play()
      return Math.max(...played.map(({ output }) => output))
    })
    const [full = 0, half = 0, soft = 0] = outputs
    expect([half / full, soft / full], name).toEqual([expect.closeTo(0.5), expect.closeTo(0.1)])
    expect(full, name).toBeLessThan(1)
  }
})

test('plays any of the sounds to try it, whichever is chosen', async () => {
  const { sound, played } = setUp()
  saveRingSound('alarm')
  await sound.arm()
  sound.play('knock')
  const tried = [...played]
  played.length = 0
  saveRingSound('knock')
  sound.test()
  expect(tried).toEqual(played)
})

test('reminds softly and slowly, unlike every ring', async () => {
  const { sound, played } = setUp()
  await sound.arm()
  sound.remind()
  expect(played.map(({ at }) => at)).toEqual([0, 0.8])
  const reminder = loudest(played)
  for (const name of ringSounds) {
    saveRingSound(name)
    played.length = 0
    sound.ring('amber')
    expect(reminder, name).toBeLessThan(loudest(played))
  }
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
