import type { Urgency } from '#domain/urgency.ts'

/** A tone of an oscillator. There is no audio file that could fail to load. */
interface Tone {
  /** In hertz. */
  readonly pitch: number
  /** From 0 to 1. */
  readonly loudness: number
  /** The duration until silence. */
  readonly seconds: number
  readonly shape: OscillatorType
}

/** The partials of a struck bell. Higher ones are softer and shorter. */
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

/** A horn that falls by a fifth, clearly different from the bell. */
function falling(context: AudioContext, out: AudioNode, at: number): void {
  const tone = { loudness: 0.5, seconds: 0.5, shape: 'sawtooth' } as const
  play(context, out, at, { ...tone, pitch: 392 })
  play(context, out, at + 0.5, { ...tone, pitch: 261.6 })
}

/** Two short low tones, like a till's error tone. */
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
  /** Opens the audio context. Browsers allow that only inside a press. Resolves even if no sound comes out. */
  arm(): Promise<void>
  ring(urgency: Urgency): void
  /** Plays the tone of a lost connection, clearly different from the bell. */
  lost(): void
  /** Plays the error tone of a scan or press, short and low. */
  wrong(): void
  test(): void
  /** Whether sound comes out, as far as a page can know: the context is running and its clock advances. */
  isRunning(): boolean
}

/** The bell is louder, higher and has more strokes with less time left. */
const rings: Readonly<
  Record<Urgency, { readonly pitch: number; readonly loudness: number; readonly strokes: number }>
> = {
  calm: { pitch: 660, loudness: 0.3, strokes: 1 },
  amber: { pitch: 784, loudness: 0.6, strokes: 2 },
  red: { pitch: 988, loudness: 1, strokes: 3 },
}
const strokeSeconds = 0.18
/** Without an audio device, Firefox never settles `resume`. */
const resumeLimitMs = 2500
/** The audio clock counts as stopped after this time without progress. */
const standstillMs = 2500

/** The tablet's sound. `Context` is undefined if the browser has none; `now` is in milliseconds, on any clock. */
export function createSound(
  Context: (new () => AudioContext) | undefined,
  now: () => number = () => performance.now(),
): Sound {
  let context: AudioContext | undefined
  let out: AudioNode | undefined
  let seen = { time: -1, at: Number.NEGATIVE_INFINITY }

  /** Resumes the context after a call, another app or a hidden page has suspended it. */
  async function wake(): Promise<void> {
    if (context && context.state !== 'running') await context.resume().catch(() => undefined)
  }

  function open(): void {
    if (context || !Context) return
    context = new Context()
    // Prevents overlapping strokes from clipping.
    out = context.createDynamicsCompressor()
    out.connect(context.destination)
    context.addEventListener('statechange', () => void wake())
    document.addEventListener('visibilitychange', () => void wake())
  }

  function sound(play: (context: AudioContext, out: AudioNode) => void): void {
    void wake()
    // A suspended context would play everything at once when it resumes.
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
      await Promise.race([wake(), new Promise((resolve) => setTimeout(resolve, resumeLimitMs))])
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
