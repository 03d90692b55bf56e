import { readable, type Unreadable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { contrast, parseHex } from './colour.ts'
import { toneOf, type Tone } from './tone.ts'

const readableFrom = 4.5

// Our own raised surface in both themes, for a service that gives ink alone. The same as in theme.css.
const surfaces = { light: '#ffffff', dark: '#1b1e23' } as const

/** Custom properties for `.status-badge`; a theme without colours keeps our own. */
export type BadgeStyle = Readonly<Record<`--${string}`, string>>

/** Which of our own pairs stands in where the service's colours cannot be read; nothing for the neutral one. */
export const badgeTone = (status: Status): Tone | undefined =>
  toneOf(readable(readable(readable(status?.decoration)?.foreground_color)?.role))

type Status = Exclude<ReadOrder['status'], Unreadable>

/** The badge is 36 px high or more: from half of that on its ends are round. */
const largestRadius = 18

/** unspecified: its unit, where it has none. @returns pixels, and nothing for what is no plain number of them. */
function radiusOf(value: unknown): string | undefined {
  const isPlain =
    (typeof value === 'string' && /^\d{1,4}(?:\.\d{1,4})?(?:px)?$/.test(value)) || typeof value === 'number'
  const pixels = isPlain ? Number.parseFloat(String(value)) : Number.NaN
  return pixels >= 0 ? `${Math.min(pixels, largestRadius)}px` : undefined
}

/**
 * The service's own corners and colours of a status, the colours where they can be read: 4.5:1 or more between ink and background, tried for
 * each theme by itself. unspecified: which background belongs to the dark ink; our dark surface is tried first.
 */
export function badgeStyle(status: Status): BadgeStyle {
  const decoration = readable(status?.decoration)
  const ink = readable(decoration?.foreground_color)
  const background = hexOf(decoration?.background_color)
  const edge = hexOf(decoration?.border_color)
  const light = hexOf(ink?.light_hex)
  const dark = hexOf(ink?.dark_hex)
  const radius = radiusOf(decoration?.border_radius)
  return {
    ...(radius !== undefined && { '--badge-radius': radius }),
    ...themeColours('light', edge, [background, light], [undefined, light]),
    ...themeColours('dark', edge, [undefined, dark], [background, dark], [background, light]),
  }
}

type Pair = readonly [background: string | undefined, ink: string | undefined]

function themeColours(theme: 'light' | 'dark', edge: string | undefined, ...pairs: readonly Pair[]): BadgeStyle {
  for (const [background = surfaces[theme], ink] of pairs) {
    const [on, text] = [parseHex(background), parseHex(ink)]
    if (!on || !text || contrast(on, text) < readableFrom) continue
    return {
      [`--${theme}-background`]: background,
      [`--${theme}-ink`]: ink ?? '',
      [`--${theme}-edge`]: edge ?? ink ?? '',
    }
  }
  return {}
}

const hexOf = (value: unknown): string | undefined => (typeof value === 'string' && parseHex(value) ? value : undefined)
