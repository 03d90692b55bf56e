import { readable, type Unreadable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { Sign } from '#web/components/sign.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { pictureAddress } from '#web/format/order-number.ts'
import { useTranslate } from '#web/i18n/translations.tsx'

/** Each from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number]

const longHex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i
const shortHex = /^#([\da-f])([\da-f])([\da-f])$/i

/** Parses `#rgb` or `#rrggbb`. @returns undefined for everything else. */
export function parseHex(text: unknown): Rgb | undefined {
  if (typeof text !== 'string') return undefined
  const short = shortHex.exec(text)
  const parts = short ? short.slice(1).map((digit) => digit + digit) : longHex.exec(text)?.slice(1)
  const [red, green, blue] = (parts ?? []).map((part) => Number.parseInt(part, 16))
  return red === undefined || green === undefined || blue === undefined ? undefined : [red, green, blue]
}

/** WCAG 2.2, "relative luminance". */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2, "contrast ratio": from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The desk's own colour pairs for a status, defined in theme.css. */
export const tones = ['good', 'amber', 'red', 'accent'] as const
type Tone = (typeof tones)[number]

/** unspecified: the roles. These are common names in design systems. */
const roleWords: Readonly<Record<Tone, readonly string[]>> = {
  good: ['success', 'successful', 'positive', 'good', 'ok', 'confirmed', 'green'],
  amber: ['warning', 'warn', 'caution', 'attention', 'notice', 'amber', 'orange', 'yellow'],
  red: ['danger', 'dangerous', 'error', 'negative', 'critical', 'destructive', 'failure', 'failed', 'alert', 'red'],
  accent: ['info', 'information', 'informational', 'informative', 'accent', 'blue'],
}

/** The colour pair for a role of the service, such as `success` or `text-danger`; undefined for an unknown role. */
function toneOf(role: unknown): Tone | undefined {
  if (typeof role !== 'string') return undefined
  const parts = role
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  return tones.find((tone) => roleWords[tone].some((word) => parts.includes(word)))
}

const readableFrom = 4.5

// The raised surface of both themes in theme.css, used if the service sends only a text colour.
const surfaces = { light: '#ffffff', dark: '#1b1e23' } as const

/** Custom properties for `.status-badge`. A theme without colours uses the desk's own. */
type BadgeStyle = Readonly<Record<`--${string}`, string>>

/** The colour pair used if the service's colours are missing or illegible; undefined for the neutral pair. */
export const badgeTone = (status: Status): Tone | undefined =>
  toneOf(readable(readable(readable(status?.decoration)?.foreground_color)?.role))

type Status = Exclude<ReadOrder['status'], Unreadable>

/** Half of the badge's minimum height of 36 px, which makes its ends fully round. */
const largestRadius = 18

/** unspecified: the unit of a plain number, taken as pixels. @returns undefined for any other unit. */
function radiusOf(value: unknown): string | undefined {
  const isPlain =
    (typeof value === 'string' && /^\d{1,4}(?:\.\d{1,4})?(?:px)?$/.test(value)) || typeof value === 'number'
  const pixels = isPlain ? Number.parseFloat(String(value)) : Number.NaN
  return pixels >= 0 ? `${Math.min(pixels, largestRadius)}px` : undefined
}

/**
 * The service's corner radius and colours for a status. Colours are only used with a contrast of 4.5:1 or more, checked per
 * theme. unspecified: which background belongs to the dark ink, so the desk's dark surface is tried first.
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

/** The status in the service's words, and in its colours if they are legible. */
export function StatusBadge({ order }: { readonly order: ReadOrder }) {
  const t = useTranslate()
  const status = readable(order.status)
  const title = readable(status?.title) || readable(status?.key) || t('order.unknownStatus')
  return (
    <span className="status-badge" data-tone={badgeTone(status)} style={badgeStyle(status)}>
      <Sign src={pictureAddress(readable(status?.decoration)?.featured_icon)} className="size-5 object-contain" />
      <ServiceText className="line-clamp-3">{title}</ServiceText>
    </span>
  )
}
