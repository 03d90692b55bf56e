/** A tone of an oscillator. There is no audio file that could fail to load. */
export interface Tone {
  /** In hertz. */
  readonly pitch: number
  /** From 0 to 1. */
  readonly loudness: number
  /** The duration until silence. */
  readonly seconds: number
  readonly shape: OscillatorType
  /** The time until the tone is loudest; short by default, as of something struck. */
  readonly attackSeconds?: number
  /** It stays loud until its end, as a beep does; without it, it fades from the start. */
  readonly isHeld?: boolean
}

/** Tones that begin together, `at` seconds after the sound does. */
export interface Stroke {
  readonly at: number
  readonly tones: readonly Tone[]
}

const struckSeconds = 0.005
const releaseSeconds = 0.01
const silence = 0.001

/** `at` is on the context's clock, in seconds. */
function playTone(context: AudioContext, out: AudioNode, at: number, tone: Tone): void {
  const { pitch, loudness, seconds, shape, attackSeconds = struckSeconds, isHeld } = tone
  const oscillator = context.createOscillator()
  const envelope = context.createGain()
  oscillator.type = shape
  oscillator.frequency.value = pitch
  envelope.gain.setValueAtTime(silence, at)
  envelope.gain.exponentialRampToValueAtTime(loudness, at + attackSeconds)
  if (isHeld) envelope.gain.setValueAtTime(loudness, at + seconds - releaseSeconds)
  envelope.gain.exponentialRampToValueAtTime(silence, at + seconds)
  oscillator.connect(envelope).connect(out)
  oscillator.start(at)
  oscillator.stop(at + seconds)
}

/** Plays the strokes from now on. */
export function playStrokes(context: AudioContext, out: AudioNode, strokes: readonly Stroke[]): void {
  const begin = context.currentTime
  for (const { at, tones } of strokes) for (const tone of tones) playTone(context, out, begin + at, tone)
}

/** A horn that falls by a fifth, clearly different from every ring: the connection is lost. */
export const lostTone: readonly Stroke[] = [
  { at: 0, tones: [{ pitch: 392, loudness: 0.5, seconds: 0.5, shape: 'sawtooth' }] },
  { at: 0.5, tones: [{ pitch: 261.6, loudness: 0.5, seconds: 0.5, shape: 'sawtooth' }] },
]

const buzz = { pitch: 165, loudness: 0.5, seconds: 0.16, shape: 'square' } as const

/** Two short low tones, like a till's error tone. */
export const wrongTone: readonly Stroke[] = [
  { at: 0, tones: [buzz] },
  { at: 0.2, tones: [buzz] },
]

const hum = { loudness: 0.2, seconds: 1.1, shape: 'sine', attackSeconds: 0.2 } as const

const pluck = { loudness: 0.25, seconds: 0.5, shape: 'sine', attackSeconds: 0.02 } as const

/** Two soft notes that fall by a third, short and not repeated: a ticket has come to the station. */
export const ticketTone: readonly Stroke[] = [
  { at: 0, tones: [{ ...pluck, pitch: 659.3 }] },
  { at: 0.16, tones: [{ ...pluck, pitch: 523.3 }] },
]

/** Two slow low notes that rise, softer than every ring: an order is ready and nobody collects it. */
export const reminderTone: readonly Stroke[] = [
  { at: 0, tones: [{ ...hum, pitch: 294 }] },
  { at: 0.8, tones: [{ ...hum, pitch: 392 }] },
]
