import type { Urgency } from '#domain/urgency.ts'
import type { RingSound } from '#web/api/preferences.ts'
import type { Stroke, Tone } from './tones.ts'

// Each sound has a rhythm of its own, so that it is told apart in a noisy shop, and by people who hear no pitch. All grow
// louder, higher and denser with less time left. At red the next ring begins after a second.

interface Pattern {
  readonly pitches: readonly number[]
  readonly loudness: number
  /** When each stroke begins, in seconds. Strokes take the pitches in turn. */
  readonly onsets: readonly number[]
}

type Patterns = Readonly<Record<Urgency, Pattern>>

/** A part of a struck sound, relative to its lowest tone. Higher parts are softer and shorter. */
interface Partial {
  readonly times: number
  readonly loudness: number
  readonly seconds: number
}

const struck =
  (partials: readonly Partial[], more: Omit<Tone, 'pitch' | 'loudness' | 'seconds'>) =>
  (pitch: number, loudness: number): readonly Tone[] =>
    partials.map((part) => ({
      ...more,
      pitch: pitch * part.times,
      loudness: loudness * part.loudness,
      seconds: part.seconds,
    }))

/** Soft, slow notes that swell. */
const chimeTones = struck(
  [
    { times: 1, loudness: 1, seconds: 1.4 },
    { times: 2, loudness: 0.25, seconds: 0.9 },
  ],
  { shape: 'sine', attackSeconds: 0.04 },
)
const chime: Patterns = {
  calm: { pitches: [659, 523], loudness: 0.18, onsets: [0, 0.36] },
  amber: { pitches: [784, 659, 523], loudness: 0.32, onsets: [0, 0.32, 0.64] },
  red: { pitches: [880, 698, 880, 698], loudness: 0.55, onsets: [0, 0.24, 0.48, 0.72] },
}

const bellTones = struck(
  [
    { times: 1, loudness: 1, seconds: 1.2 },
    { times: 2.01, loudness: 0.6, seconds: 0.8 },
    { times: 2.98, loudness: 0.4, seconds: 0.5 },
    { times: 5.42, loudness: 0.2, seconds: 0.25 },
  ],
  { shape: 'sine' },
)
const bell: Patterns = {
  calm: { pitches: [660], loudness: 0.3, onsets: [0] },
  amber: { pitches: [784], loudness: 0.6, onsets: [0, 0.18] },
  red: { pitches: [988], loudness: 1, onsets: [0, 0.18, 0.36] },
}

/** Dry and wooden, in the rhythm of a knock at the door. */
const knockTones = struck(
  [
    { times: 1, loudness: 1, seconds: 0.3 },
    { times: 3.93, loudness: 0.5, seconds: 0.12 },
    { times: 9.2, loudness: 0.25, seconds: 0.05 },
  ],
  { shape: 'sine', attackSeconds: 0.002 },
)
const knock: Patterns = {
  calm: { pitches: [440, 440, 587], loudness: 0.4, onsets: [0, 0.11, 0.33] },
  amber: { pitches: [523, 523, 698, 523, 698], loudness: 0.7, onsets: [0, 0.11, 0.33, 0.44, 0.66] },
  red: { pitches: [659, 659, 880], loudness: 0.9, onsets: [0, 0.11, 0.22, 0.44, 0.55, 0.66] },
}

/** Short, high, even beeps, like an alarm clock's. */
const alarmTones = struck([{ times: 1, loudness: 1, seconds: 0.06 }], { shape: 'square', isHeld: true })
const alarm: Patterns = {
  calm: { pitches: [2093], loudness: 0.4, onsets: beeps(4) },
  amber: { pitches: [2637], loudness: 0.7, onsets: beeps(6) },
  red: { pitches: [3136], loudness: 1, onsets: beeps(9) },
}

function beeps(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index / 10)
}

const sounds = {
  chime: { patterns: chime, tones: chimeTones },
  bell: { patterns: bell, tones: bellTones },
  knock: { patterns: knock, tones: knockTones },
  alarm: { patterns: alarm, tones: alarmTones },
} as const satisfies Record<RingSound, unknown>

export function ringStrokes(sound: RingSound, urgency: Urgency): readonly Stroke[] {
  const { patterns, tones } = sounds[sound]
  const { pitches, loudness, onsets } = patterns[urgency]
  return onsets.map((at, index) => ({ at, tones: tones(pitches[index % pitches.length] ?? 0, loudness) }))
}
