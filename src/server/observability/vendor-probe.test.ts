import { expect, onTestFinished, test } from 'vitest'
import { createTestDesk } from '#testing/desk.ts'

const second = 1000
const minute = 60 * second

function createQuietDesk(options: Parameters<typeof createTestDesk>[0] = {}) {
  const desk = createTestDesk(options)
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  const asked = () => desk.asked().filter((call) => call.endsWith('/cancel-reasons')).length
  return {
    ...desk,
    asked,
    begin: () => void desk.proxy.probeVendor(closing.signal),
    end: () => closing.abort(),
    alarms: async () => {
      const { meta } = (await (await desk.ask('/api/desk/orders')).json()) as { meta: { alarms: { code: string }[] } }
      return meta.alarms.map(({ code }) => code)
    },
    told: () => desk.logged.flatMap(({ event, line, token }) => (event === 'vendor_state' ? [{ line, token }] : [])),
  }
}

test('probes an idle vendor at the start, and then every five minutes', async () => {
  const { begin, end, asked, clock, told } = createQuietDesk()
  begin()
  await clock.advance(0)
  expect(asked()).toBe(1)
  expect(told()).toEqual([{ line: 'answers', token: 'accepted' }])
  await clock.advance(5 * minute - 1)
  expect(asked()).toBe(1)
  await clock.advance(1)
  expect(asked()).toBe(2)
  await clock.advance(55 * minute)
  expect(asked()).toBe(13)
  expect(told()).toHaveLength(1)
  end()
  await clock.advance(60 * minute)
  expect(asked()).toBe(13)
})

test('postpones the probe after any other call', async () => {
  const { begin, asked, ask, clock } = createQuietDesk()
  begin()
  await clock.advance(4 * minute)
  await ask('/api/developer/v1/brands')
  await clock.advance(4 * minute)
  expect(asked()).toBe(1)
  await clock.advance(minute)
  expect(asked()).toBe(2)
})

test('raises an alarm for a refused token before any order comes, and ends it once accepted', async () => {
  const { begin, alarms, asked, clock, told, vendor } = createQuietDesk()
  vendor.faults.add({ kind: 'unauthenticated', times: 2 })
  begin()
  await clock.advance(0)
  expect(await alarms()).toContain('vendor_token')
  expect(told()).toEqual([{ line: 'answers', token: 'refused' }])
  await clock.advance(30 * second)
  expect(asked()).toBe(2)
  expect(await alarms()).toContain('vendor_token')
  await clock.advance(30 * second)
  expect(await alarms()).not.toContain('vendor_token')
  expect(told().map(({ token }) => token)).toEqual(['refused', 'accepted'])
})

test('probes a hung vendor every half minute, and logs it once', async () => {
  const { begin, asked, clock, told, vendor } = createQuietDesk()
  vendor.faults.add({ kind: 'hang', times: Number.POSITIVE_INFINITY })
  begin()
  await clock.advance(5 * minute)
  expect(asked()).toBeGreaterThan(5)
  expect(asked()).toBeLessThan(11)
  expect(told()).toEqual([{ line: 'silent', token: null }])
})

test('reports an address that knows no list of the service as wrong', async () => {
  const nothingThere = async () => Response.json({ message: 'Not found' }, { status: 404 })
  const { begin, clock, told } = createQuietDesk({ fetch: nothingThere })
  begin()
  await clock.advance(0)
  expect(told()).toEqual([{ line: 'failing', token: null }])
})

test('raises or ends the alarm at once when another call shows the token’s state', async () => {
  const { alarms, ask, vendor } = createQuietDesk()
  vendor.faults.add({ kind: 'unauthenticated', times: 1 })
  await ask('/api/developer/v1/brands')
  expect(await alarms()).toContain('vendor_token')
  await ask('/api/developer/v1/categories')
  expect(await alarms()).not.toContain('vendor_token')
})
