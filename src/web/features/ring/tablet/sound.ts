import type { Urgency } from '#web/components/urgency.ts'
import { buzz, falling, strike } from './bell.ts'

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
