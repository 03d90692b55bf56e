import { numberFormat, numberingIn } from './format.ts'
import type { Language } from './language.ts'

const units = [
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

/** Whole seconds in words: `5 minutes`, `1 minute 30 seconds`. */
export function formatDuration(seconds: number, language: Language): string {
  let rest = seconds
  const parts = units.flatMap(({ unit, seconds: each }) => {
    const count = Math.floor(rest / each)
    rest -= count * each
    if (count === 0) return []
    const style = { style: 'unit', unit, unitDisplay: 'long', ...numberingIn(language) } as const
    return [numberFormat(language, style).format(count)]
  })
  return parts.join(' ')
}
