import { readOrder } from '#contract/vendor/order.ts'
import { isRecord } from '#contract/json.ts'
import { expect, test } from 'vitest'
import { badgeColours } from './decoration.ts'

/** What a status is drawn with, by what the service says of its colours. */
function drawn(background_color: unknown, light_hex: unknown, dark_hex: unknown = null) {
  const decoration = { background_color, border_color: null, foreground_color: { light_hex, dark_hex } }
  const order = readOrder('1', { id: '1', status: { key: 'pending', title: 'Waiting', decoration } })
  const status = order?.status
  if (!isRecord(status)) throw new Error('No status.')
  return badgeColours(status)
}

test('the service’s colours of a status are kept from a contrast of 4.5 on, in each theme by itself', () => {
  // 4.54 and 4.48 on white.
  expect(drawn('#ffffff', '#767676')).toMatchObject({ '--light-background': '#ffffff', '--light-ink': '#767676' })
  expect(drawn('#ffffff', '#777777')).toEqual({})
  // The dark ink cannot be read on the service's own background, and can on our dark surface.
  expect(drawn('#ffffff', '#767676', '#ffeeaa')).toMatchObject({
    '--light-ink': '#767676',
    '--dark-background': '#1b1e23',
    '--dark-ink': '#ffeeaa',
  })
})

test.each(['black', '#12', '#12345', 'url(https://evil.test)', '#000;}', 'rgb(0 0 0)', 0, null, ['#000000']])(
  'a colour that is no plain hex is none: %j',
  (colour) => {
    expect(drawn('#ffffff', colour)).toEqual({})
    expect(JSON.stringify(drawn(colour, '#000000'))).not.toMatch(/evil|;|rgb|black/)
  },
)
