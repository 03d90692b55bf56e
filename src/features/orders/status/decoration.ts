import { readable, type Unreadable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { contrast, parseHex } from './colour.ts'

const readableFrom = 4.5

// Our own raised surface in both themes, for a service that gives ink alone. The same as in theme.css.
const surfaces = { light: '#ffffff', dark: '#1b1e23' } as const

/** Custom properties for `.status-badge`; a theme without any keeps our own colours. */
export type BadgeColours = Readonly<Record<`--${string}`, string>>

/**
 * The service's own colours of a status, where they can be read: 4.5:1 or more between ink and background, tried for
 * each theme by itself. unspecified: which background belongs to the dark ink; our dark surface is tried first.
 */
export function badgeColours(status: Exclude<ReadOrder['status'], Unreadable>): BadgeColours {
  const decoration = readable(status?.decoration)
  const ink = readable(decoration?.foreground_color)
  const background = hexOf(decoration?.background_color)
  const edge = hexOf(decoration?.border_color)
  const light = hexOf(ink?.light_hex)
  const dark = hexOf(ink?.dark_hex)
  return {
    ...themeColours('light', edge, [background, light], [undefined, light]),
    ...themeColours('dark', edge, [undefined, dark], [background, dark], [background, light]),
  }
}

type Pair = readonly [background: string | undefined, ink: string | undefined]

function themeColours(theme: 'light' | 'dark', edge: string | undefined, ...pairs: readonly Pair[]): BadgeColours {
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
