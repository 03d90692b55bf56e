/** A colour as three numbers from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number]

const longHex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i
const shortHex = /^#([\da-f])([\da-f])([\da-f])$/i

/** Strictly `#rgb` or `#rrggbb`; everything else is no colour. */
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
