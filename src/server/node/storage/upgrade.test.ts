import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createSimulator } from '#simulator/simulator.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDesk, testToken } from '#testing/desk.ts'
import { openSqliteStore } from './store-sqlite.ts'

// The last commit of the first edition wrote `first-edition.db.gz`: a morning at a shop, ended by a crash while the
// service was unreachable. Nothing in it may be lost or misread.

const writtenAt = 1795770077000
const cookie =
  'desk_device=M7SnLT2oLtPOFfJQPkl2mmIhxviqlVQ7llcZ4tUTlJ0; desk_person=VCtGGcNGfZbtmOJrC4GTF6DAqL7ZRKFvBFiha29cM1I'
const by = { person: 'Sara', tablet: 'Counter' }
const orders = { waiting: '410824', accepted: '410829', rejected: '410834', ready: '410842', sent: '410845' }
/** A webhook mentioned it; the service does not know it. */
const strange = '990099'
/** The accept of `sent`, whose answer was lost. */
const key = '11111111-2222-4333-8444-555555555555'

/** The service as it was then: the same orders in the same states. */
async function serviceOfThen(clock: ReturnType<typeof createTestClock>) {
  const vendor = createSimulator({ clock, token: testToken })
  for (const [name, id] of Object.entries(orders))
    expect(vendor.placeOrder(name === 'accepted' ? 'large' : 'ordinary').id).toBe(id)
  const answer = (id: string, action: string, body?: unknown) =>
    vendor.fetch(
      new Request(`https://vendor.test/api/developer/v1/orders/${id}/${action}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${testToken}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
  await answer(orders.accepted, 'accept')
  await answer(orders.rejected, 'reject', { cancel_reason_id: 1, items: [{ id: `${orders.rejected}01` }] })
  await answer(orders.ready, 'accept')
  await answer(orders.ready, 'mark-as-ready')
  await answer(orders.sent, 'accept')
  return vendor
}

async function deskOnOldFile() {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
  const file = join(folder, 'desk.db')
  const written = new URL('../../../testing/first-edition.db.gz', import.meta.url)
  writeFileSync(file, gunzipSync(readFileSync(written)))
  const clock = createTestClock(writtenAt + 5000)
  const store = await openSqliteStore({ file, clock, log: () => undefined })
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const vendor = await serviceOfThen(clock)
  const desk = createTestDesk({ store, clock, vendor, who: 'stranger', sender: { cookie } })
  return { desk, store, clock, vendor }
}

test('a tablet of the first edition is still paired, and its person signed in', async () => {
  const { desk } = await deskOnOldFile()
  const session = await (await desk.ask('/api/desk/session')).json()
  expect(session).toMatchObject({ device: { name: 'Window' }, staff: { name: 'Sara' } })
  const { data: staff } = (await (await desk.ask('/api/desk/staff')).json()) as { data: unknown }
  expect(staff).toContainEqual(expect.objectContaining({ name: 'Noor', is_manager: true }))
})

test('orders, marks, timelines and the log of the first edition are there', async () => {
  const { desk, store } = await deskOnOldFile()
  await desk.open()
  const rows = new Map((await desk.rows()).map((row) => [String(row.order_id), row]))
  expect([...rows].map(([id, { lane }]) => [id, lane])).toEqual(
    expect.arrayContaining([
      [strange, 'answer'],
      [orders.waiting, 'answer'],
      [orders.accepted, 'preparing'],
      [orders.rejected, 'contact'],
      [orders.ready, 'ready'],
    ]),
  )
  expect(rows.get(orders.accepted)).toMatchObject({
    picks: [
      { line: `${orders.accepted}01`, state: 'picked', by },
      { line: `${orders.accepted}02`, state: 'missing', by },
    ],
    prints: 1,
    last_action: { action: 'accept', outcome: 'done', by },
  })
  expect(rows.get(orders.ready)).toMatchObject({ handed_over: { by }, last_action: { action: 'ready' } })
  const { timeline } = await desk.row(orders.rejected)
  expect(timeline.map(({ what }) => what)).toContain('reject')
  const { data: log } = (await (await desk.ask(`/api/desk/log?order_id=${orders.accepted}`)).json()) as {
    data: unknown
  }
  expect(log).toContainEqual(
    expect.objectContaining({ order_id: orders.accepted, what: 'accept', outcome: 'done', by }),
  )
  expect(await store.unconfirmedOrders()).toMatchObject([{ orderId: '55' }])
})

test('an accept whose answer the first edition lost is confirmed, and is not sent again', async () => {
  const { desk, clock, vendor } = await deskOnOldFile()
  const sentBefore = vendor.requests.filter(({ method }) => method === 'POST').length
  await desk.open()
  await clock.advance(60_000)
  const rows = await desk.rows()
  expect(rows.find(({ order_id }) => order_id === orders.sent)).toMatchObject({
    lane: 'preparing',
    last_action: { action: 'accept', outcome: 'done', by },
  })
  expect((await desk.act(orders.sent, 'accept', undefined, key)).status).toBe(200)
  expect(vendor.requests.filter(({ method }) => method === 'POST')).toHaveLength(sentBefore)
})
