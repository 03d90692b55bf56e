import { readOrder } from '#contract/vendor/order.ts'
import { isRecord } from '#contract/json.ts'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { badgeStyle, badgeTone, contrast, parseHex, tones } from './decoration.tsx'

/** The badge's style for these colours of the service. */
const drawn = (background_color: unknown, light_hex: unknown, dark_hex: unknown = null) =>
  badgeStyle(statusOf({ background_color, border_color: null, foreground_color: { light_hex, dark_hex } }))

function statusOf(decoration: unknown) {
  const order = readOrder('1', { id: '1', status: { key: 'pending', title: 'Waiting', decoration } })
  const status = order?.status
  if (!isRecord(status)) throw new Error('No status.')
  return status
}

test('uses the service’s colours from a contrast of 4.5, separately for each theme', () => {
  // 4.54 and 4.48 on white.
  expect(drawn('#ffffff', '#767676')).toMatchObject({ '--light-background': '#ffffff', '--light-ink': '#767676' })
  expect(drawn('#ffffff', '#777777')).toEqual({})
  // The dark ink is illegible on the service's background, but legible on the dark surface.
  expect(drawn('#ffffff', '#767676', '#ffeeaa')).toMatchObject({
    '--light-ink': '#767676',
    '--dark-background': '#1b1e23',
    '--dark-ink': '#ffeeaa',
  })
})

test.each(['black', '#12', '#12345', 'url(https://evil.test)', '#000;}', 'rgb(0 0 0)', 0, null, ['#000000']])(
  'ignores the colour %j, which is no plain hex',
  (colour) => {
    expect(drawn('#ffffff', colour)).toEqual({})
    expect(JSON.stringify(drawn(colour, '#000000'))).not.toMatch(/evil|;|rgb|black/)
  },
)

test.each([
  [8, '8px'],
  [0, '0px'],
  ['6', '6px'],
  ['4.5px', '4.5px'],
  [9999, '18px'],
  ['9999px', '18px'],
  [1e300, '18px'],
])('reads a radius of %j as %s, limited to half the badge', (border_radius, radius) => {
  expect(badgeStyle(statusOf({ border_radius }))).toEqual({ '--badge-radius': radius })
})

test.each([
  -1,
  '-1px',
  '50%',
  '1rem',
  '8px;background:url(https://evil.test)',
  'calc(8px)',
  '',
  null,
  NaN,
  [8],
  {},
  true,
])('ignores the radius %j, which is no plain number of pixels', (border_radius) => {
  expect(badgeStyle(statusOf({ border_radius }))).toEqual({})
})

test.each([
  ['success', 'good'],
  ['POSITIVE', 'good'],
  ['status.success', 'good'],
  ['warning', 'amber'],
  ['text-danger', 'red'],
  ['onError', 'red'],
  ['negative', 'red'],
  ['info', 'accent'],
  ['neutral', undefined],
  ['primary', undefined],
  ['misinformation', undefined],
  ['', undefined],
  [null, undefined],
  [{}, undefined],
])('maps the role %j to the pair %s', (role, tone) => {
  expect(badgeTone(statusOf({ foreground_color: { role } }))).toBe(tone)
})

const theme = readFileSync(new URL('../../../components/theme.css', import.meta.url), 'utf8')
/** A colour of theme.css in both themes. */
const ownColour = (name: string) =>
  new RegExp(`--color-${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(theme)?.slice(1).map(parseHex) ?? []

test.each(tones)('has legible badge styles for the pair %s in both themes', (tone) => {
  const own = theme.slice(theme.indexOf(`&[data-tone='${tone}']`))
  expect(own).toMatch(new RegExp(`^[^}]*background: var\\(--color-${tone}-tint\\);[^}]*ink: var\\(--color-${tone}\\);`))
  const [inks, backgrounds] = [ownColour(tone), ownColour(`${tone}-tint`)]
  expect([inks.length, backgrounds.length]).toEqual([2, 2])
  for (const [index, ink] of inks.entries()) {
    const background = backgrounds[index]
    if (!ink || !background) throw new Error('No colour.')
    expect(contrast(ink, background)).toBeGreaterThanOrEqual(4.5)
  }
})
