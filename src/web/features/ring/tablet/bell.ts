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
export function strike(context: AudioContext, out: AudioNode, at: number, pitch: number, loudness: number): void {
  for (const part of partials) {
    const tone = { pitch: pitch * part.times, loudness: loudness * part.loudness, seconds: part.seconds }
    play(context, out, at, { ...tone, shape: 'sine' })
  }
}

/** A horn that falls by a fifth: no bell, and nobody takes it for one. */
export function falling(context: AudioContext, out: AudioNode, at: number): void {
  const tone = { loudness: 0.5, seconds: 0.5, shape: 'sawtooth' } as const
  play(context, out, at, { ...tone, pitch: 392 })
  play(context, out, at + 0.5, { ...tone, pitch: 261.6 })
}

/** Two short low tones, as a till makes them. */
export function buzz(context: AudioContext, out: AudioNode, at: number): void {
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
