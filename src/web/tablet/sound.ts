import type { Urgency } from '#domain/urgency.ts'
import { readRingSound, readVolume, type RingSound } from '#web/api/preferences.ts'
import { ringStrokes } from './ring-sounds.ts'
import { lostTone, playStrokes, reminderTone, type Stroke, ticketTone, wrongTone } from './tones.ts'

export interface Sound {
  /** Opens the audio context. Browsers allow that only inside a press. Resolves even if no sound comes out. */
  arm(): Promise<void>
  /** Plays the tablet's ring sound: louder, higher and denser with less time left. */
  ring(urgency: Urgency): void
  /** Plays the tone of a lost connection, clearly different from every ring. */
  lost(): void
  /** Plays the error tone of a scan or press, short and low. */
  wrong(): void
  /** Plays the soft tone that reminds of orders which nobody collects, clearly different from every ring. */
  remind(): void
  /** Plays the soft tone of a new ticket at a station. */
  ticket(): void
  /** Plays one ring of the tablet's own sound. */
  test(): void
  /** Plays one ring of any sound, for the choice among them. */
  play(sound: RingSound): void
  /** Whether sound comes out, as far as a page can know: the context is running and its clock advances. */
  isRunning(): boolean
}

/** Without an audio device, Firefox never settles `resume`. */
const resumeLimitMs = 2500
/** The audio clock counts as stopped after this time without progress. */
const standstillMs = 2500

/** The loudest ring at full volume stays just below clipping. */
const headroom = 0.95

/** The tablet's choices. They are read for every sound, so that a change applies to the next one, in all tabs. */
interface SoundChoices {
  readonly ringSound: () => RingSound
  /** In percent. */
  readonly volume: () => number
}

const saved: SoundChoices = { ringSound: readRingSound, volume: readVolume }

/** The tablet's sound. `Context` is undefined if the browser has none; `now` is in milliseconds, on any clock. */
export function createSound(
  Context: (new () => AudioContext) | undefined,
  now: () => number = () => performance.now(),
  { ringSound, volume }: SoundChoices = saved,
): Sound {
  let context: AudioContext | undefined
  let out: AudioNode | undefined
  let master: GainNode | undefined
  let seen = { time: -1, at: Number.NEGATIVE_INFINITY }

  /** Resumes the context after a call, another app or a hidden page has suspended it. */
  async function wake(): Promise<void> {
    if (context && context.state !== 'running') await context.resume().catch(() => undefined)
  }

  function open(): void {
    if (context || !Context) return
    context = new Context()
    // Prevents overlapping strokes from clipping. The volume comes after it, or it would make soft tones louder again.
    out = context.createDynamicsCompressor()
    master = context.createGain()
    out.connect(master).connect(context.destination)
    context.addEventListener('statechange', () => void wake())
    document.addEventListener('visibilitychange', () => void wake())
  }

  function play(strokes: readonly Stroke[]): void {
    void wake()
    // A suspended context would play everything at once when it resumes.
    if (context?.state !== 'running' || !out || !master) return
    master.gain.value = (headroom * volume()) / 100
    playStrokes(context, out, strokes)
  }

  return {
    async arm() {
      open()
      await Promise.race([wake(), new Promise((resolve) => setTimeout(resolve, resumeLimitMs))])
    },
    ring: (urgency) => play(ringStrokes(ringSound(), urgency)),
    wrong: () => play(wrongTone),
    lost: () => play(lostTone),
    remind: () => play(reminderTone),
    ticket: () => play(ticketTone),
    test: () => play(ringStrokes(ringSound(), 'amber')),
    play: (sound) => play(ringStrokes(sound, 'amber')),
    isRunning() {
      if (context?.state !== 'running') return false
      if (context.currentTime !== seen.time) seen = { time: context.currentTime, at: now() }
      return now() - seen.at < standstillMs
    },
  }
}
