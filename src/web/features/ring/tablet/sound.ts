import type { Urgency } from '#web/components/countdown-ring.tsx'

/** One sounding of a bell or a horn, made of nothing but oscillators: no file that could fail to load. */
interface Tone {
  /** In hertz. */
  readonly pitch: number
  /** From 0 to 1. */
  readonly loudness: number
  /** Seconds until it has died away. */
  readonly seconds: number
  readonly shape: OscillatorType
}

/** A struck bell is not one tone: these are its parts, each higher one softer and shorter. */
const partials = [
  { times: 1, loudness: 1, seconds: 1.2 },
  { times: 2.01, loudness: 0.6, seconds: 0.8 },
  { times: 2.98, loudness: 0.4, seconds: 0.5 },
  { times: 5.42, loudness: 0.2, seconds: 0.25 },
]

/** `at` is on the context's clock, in seconds. */
function strike(context: AudioContext, out: AudioNode, at: number, pitch: number, loudness: number): void {
  for (const part of partials) {
    const tone = { pitch: pitch * part.times, loudness: loudness * part.loudness, seconds: part.seconds }
    play(context, out, at, { ...tone, shape: 'sine' })
  }
}

/** A horn that falls by a fifth: no bell, and nobody takes it for one. */
function falling(context: AudioContext, out: AudioNode, at: number): void {
  const tone = { loudness: 0.5, seconds: 0.5, shape: 'sawtooth' } as const
  play(context, out, at, { ...tone, pitch: 392 })
  play(context, out, at + 0.5, { ...tone, pitch: 261.6 })
}

/** Two short low tones, as a till makes them. */
function buzz(context: AudioContext, out: AudioNode, at: number): void {
  const tone = { pitch: 165, loudness: 0.5, seconds: 0.16, shape: 'square' } as const
  play(context, out, at, tone)
  play(context, out, at + 0.2, tone)
}

const attackSeconds = 0.005
const silence = 0.001

function play(context: AudioContext, out: AudioNode, at: number, { pitch, loudness, seconds, shape }: Tone): void {
  const oscillator = context.createOscillator()
  const envelope = context.createGain()
  oscillator.type = shape
  oscillator.frequency.value = pitch
  envelope.gain.setValueAtTime(silence, at)
  envelope.gain.exponentialRampToValueAtTime(loudness, at + attackSeconds)
  envelope.gain.exponentialRampToValueAtTime(silence, at + seconds)
  oscillator.connect(envelope).connect(out)
  oscillator.start(at)
  oscillator.stop(at + seconds)
}

export interface Sound {
  /** Begins to make sound possible. Only inside a tap: browsers refuse it anywhere else. Resolves though none comes out. */
  arm(): Promise<void>
  ring(urgency: Urgency): void
  /** There is no connection: clearly another sound than the bell. */
  lost(): void
  /** Something under the hand is wrong: short and low. */
  wrong(): void
  test(): void
  /** Whether sound comes out, as far as a page can know: the context runs, and its clock moves. */
  isRunning(): boolean
}

/** Louder, higher and with more strokes, the less time is left. */
const rings: Readonly<
  Record<Urgency, { readonly pitch: number; readonly loudness: number; readonly strokes: number }>
> = {
  calm: { pitch: 660, loudness: 0.3, strokes: 1 },
  amber: { pitch: 784, loudness: 0.6, strokes: 2 },
  red: { pitch: 988, loudness: 1, strokes: 3 },
}
const strokeSeconds = 0.18
/** Without a device for sound Firefox never says that it woke, nor that it did not. */
const wakesWithinMs = 2500
/** A clock that has stood still for so long has stopped. */
const standstillMs = 2500

/** The bell of this tablet. `Context` is nothing where the browser has none; `now` in milliseconds, on any clock. */
export function createSound(
  Context: (new () => AudioContext) | undefined,
  now: () => number = () => performance.now(),
): Sound {
  let context: AudioContext | undefined
  let out: AudioNode | undefined
  let seen = { time: -1, at: Number.NEGATIVE_INFINITY }

  /** Whatever put it to sleep (a call, another app, a hidden page) is over or will be: it is woken each time. */
  async function wake(): Promise<void> {
    if (context && context.state !== 'running') await context.resume().catch(() => undefined)
  }

  function open(): void {
    if (context || !Context) return
    context = new Context()
    // Several bells at once would be clipped into noise.
    out = context.createDynamicsCompressor()
    out.connect(context.destination)
    context.addEventListener('statechange', () => void wake())
    document.addEventListener('visibilitychange', () => void wake())
  }

  function sound(play: (context: AudioContext, out: AudioNode) => void): void {
    void wake()
    // What a sleeping context is given, it would play all at once when it wakes.
    if (context?.state === 'running' && out) play(context, out)
  }

  function ring(urgency: Urgency): void {
    const { pitch, loudness, strokes } = rings[urgency]
    sound((running, to) => {
      for (let stroke = 0; stroke < strokes; stroke += 1)
        strike(running, to, running.currentTime + stroke * strokeSeconds, pitch, loudness)
    })
  }

  return {
    async arm() {
      open()
      await Promise.race([wake(), new Promise((resolve) => setTimeout(resolve, wakesWithinMs))])
    },
    ring,
    wrong: () => sound((running, to) => buzz(running, to, running.currentTime)),
    lost: () => sound((running, to) => falling(running, to, running.currentTime)),
    test: () => ring('amber'),
    isRunning() {
      if (context?.state !== 'running') return false
      if (context.currentTime !== seen.time) seen = { time: context.currentTime, at: now() }
      return now() - seen.at < standstillMs
    },
  }
}
