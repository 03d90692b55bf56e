import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { type TestDesk, createBreakableStore, createTestDesk, openTestDesk } from '#testing/desk.ts'

const sara = { person: 'Sara', tablet: 'Counter' }

/** A desk with an accepted order. */
async function openWithOrder(options: Parameters<typeof createTestDesk>[0] = {}) {
  const desk = await openTestDesk(options)
  const placed = await desk.order('large')
  await desk.act(placed.id, 'accept')
  const row = await desk.row(placed.id)
  const lines = (row.order as { items: { id: string; quantity: number; product: { name: string } }[] }).items // the simulator's
  return { desk, placed, at: `/api/desk/orders/${placed.id}`, lines, line: lines[0]?.id ?? '' }
}

const send = (desk: Pick<TestDesk, 'post'>, path: string, body?: unknown, method = 'PUT') =>
  desk.post(path, body, method)
const read = async (answer: Promise<Response>) => {
  const response = await answer
  return [response.status, ((await response.json()) as { code?: string }).code]
}
const pick = (desk: Pick<TestDesk, 'post'>, at: string, line: string, state: unknown) =>
  send(desk, `${at}/picks/${encodeURIComponent(line)}`, { state })

test('marks a line as picked, missing or neither, for all tablets', async () => {
  const { desk, placed, at, line } = await openWithOrder()
  const other = await desk.admit('Kitchen', 'Omar')
  const { version } = (await (await desk.ask('/api/desk/orders')).json()).meta
  const answer = await pick(desk, at, line, 'picked')
  const picks = [{ line, state: 'picked', by: sara, at: '2026-11-20T12:00:00.000Z' }]
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ data: { order_id: placed.id, picks } })
  expect(await desk.rows()).toMatchObject([{ picks }])
  expect((await (await other.ask('/api/desk/orders')).json()).meta.version).toBe(version + 1)
  await pick(other, at, line, 'missing')
  expect((await desk.row(placed.id)).picks).toMatchObject([{ state: 'missing', by: { person: 'Omar' } }])
  await pick(desk, at, line, null)
  expect((await desk.row(placed.id)).picks).toEqual([])
})

test('ignores a repeated mark: the first person stays, and no event is sent', async () => {
  const { desk, placed, at, line } = await openWithOrder()
  const other = await desk.admit('Kitchen', 'Omar')
  await pick(desk, at, line, 'picked')
  const version = async () => (await (await desk.ask('/api/desk/orders')).json()).meta.version as number
  const before = await version()
  expect((await pick(other, at, line, 'picked')).status).toBe(200)
  expect(await version()).toBe(before)
  expect((await desk.row(placed.id)).picks).toMatchObject([{ by: sara }])
})

test('keeps two lines picked at once on two tablets', async () => {
  const { desk, placed, at, lines } = await openWithOrder()
  await Promise.all(lines.map(({ id }) => pick(desk, at, id, 'picked')))
  expect((await desk.row(placed.id)).picks).toHaveLength(lines.length)
})

test.each([
  ['of a state that there is not', {}, 'done', [422, 'bad_mark']],
  ['without a state', {}, undefined, [422, 'bad_mark']],
  ['of a line that the order has not', { line: 'nothing' }, 'picked', [404, 'line_not_found']],
  ['of a line by a name of every object', { line: '__proto__' }, 'picked', [404, 'line_not_found']],
  ['of an order that nobody told of', { at: '/api/desk/orders/none' }, 'picked', [404, 'order_not_found']],
  ['of what is no order', { at: '/api/desk/orders/a%20b' }, 'picked', [400, 'bad_order_id']],
])('refuses a pick %s', async (_name, other, state, refusal) => {
  const opened = await openWithOrder()
  const { at, line } = { ...opened, ...other }
  expect(await read(pick(opened.desk, at, line, state))).toEqual(refusal)
  expect((await opened.desk.row(opened.placed.id)).picks).toEqual([])
})

test('refuses a pick on a closed order', async () => {
  const { desk, placed, at, line } = await openWithOrder()
  await pick(desk, at, line, 'picked')
  desk.vendor.orders.move(placed, 'completed')
  await desk.clock.advance(120_000)
  expect(await read(pick(desk, at, line, null))).toEqual([409, 'order_closed'])
})

test('clears the pick of a changed line only', async () => {
  let change: ((item: Record<string, unknown>) => void) | undefined
  const vendor = createTestDesk().vendor
  const { desk, placed, at, lines } = await openWithOrder({
    vendor,
    async fetch(request) {
      const body: unknown = await (await vendor.fetch(request)).json()
      const data = (body as { data?: { items?: Record<string, unknown>[] } }).data // as the simulator answers
      const [first] = data?.items ?? []
      if (first) change?.(first)
      return Response.json(body)
    },
  })
  expect(lines.length).toBeGreaterThan(1)
  for (const { id } of lines) await pick(desk, at, id, 'picked')
  const read = async (): Promise<number> => {
    await desk.ask(`/api/developer/v1/orders/${placed.id}`)
    await desk.clock.advance(2000)
    return (await desk.row(placed.id)).picks.length
  }
  change = (item) => void (item['price'] = 99)
  expect(await read()).toBe(lines.length)
  for (const field of ['quantity', 'product', 'customizations']) {
    change = (item) => void (item[field] = field === 'quantity' ? 77 : { id: 'another' })
    expect(await read()).toBe(lines.length - 1)
  }
  // The earlier pick matches the line again.
  change = undefined
  expect(await read()).toBe(lines.length)
})

test.each(['a/b', '100%', '%2e%2e', 'صنف 1', '"; drop', '__proto__', 'x'.repeat(500)])(
  'marks a line under the id %j',
  async (id) => {
    const vendor = createTestDesk().vendor
    const { desk, placed, at } = await openWithOrder({
      vendor,
      async fetch(request) {
        const body: unknown = await (await vendor.fetch(request)).json()
        const data = (body as { data?: { items?: { id: string }[] } }).data // as the simulator answers
        const [first] = data?.items ?? []
        if (first) first.id = id
        return Response.json(body)
      },
    })
    expect((await pick(desk, at, id, 'picked')).status).toBe(200)
    expect((await desk.row(placed.id)).picks).toMatchObject([{ line: id, state: 'picked' }])
  },
)

test('marks an unreadable line by its position', async () => {
  const vendor = createTestDesk().vendor
  const { desk, placed, at } = await openWithOrder({
    vendor,
    async fetch(request) {
      const body: unknown = await (await vendor.fetch(request)).json()
      const data = (body as { data?: { items?: unknown[] } }).data // as the simulator answers
      if (data?.items) data.items[0] = 'what?'
      return Response.json(body)
    },
  })
  expect((await pick(desk, at, 'unreadable-0', 'picked')).status).toBe(200)
  expect((await desk.row(placed.id)).picks).toMatchObject([{ line: 'unreadable-0' }])
})

test('notes missing lines and complete picking in the timeline, but no single pick', async () => {
  const { desk, placed, at, lines } = await openWithOrder()
  const [first] = lines
  await pick(desk, at, first?.id ?? '', 'missing')
  for (const { id } of lines) await pick(desk, at, id, 'picked')
  const marked = (await desk.row(placed.id)).timeline.filter(({ what }) => ['missing', 'picked'].includes(what))
  expect(marked).toMatchObject([
    { what: 'missing', detail: first?.product.name, by: sara },
    { what: 'picked', detail: String(lines.length), by: sara },
  ])
})

test('keeps the first hand-over mark, allows undoing it, and lists it in timeline and log', async () => {
  const { desk, placed, at } = await openWithOrder()
  const other = await desk.admit('Kitchen', 'Omar')
  expect((await send(desk, `${at}/handover`, { state: 'handed_over', code_matched: true })).status).toBe(200)
  await send(other, `${at}/handover`)
  const marked = { by: sara, at: '2026-11-20T12:00:00.000Z', code_matched: true }
  expect(await desk.rows()).toMatchObject([{ handed_over: marked, returned: null }])
  await send(desk, `${at}/handover`, { state: null })
  expect((await desk.row(placed.id)).handed_over).toBeNull()
  await send(other, `${at}/handover`)
  expect((await desk.row(placed.id)).handed_over).toMatchObject({ by: { person: 'Omar' }, code_matched: false })
  const { data } = (await (await desk.ask(`/api/desk/log?order_id=${placed.id}`)).json()) as { data: unknown[] }
  expect(data.slice(0, 3)).toMatchObject([
    { what: 'hand over', outcome: 'done', by: { person: 'Omar' }, sent: { code_matched: false } },
    { what: 'hand over', outcome: 'undone', by: sara, sent: null },
    { what: 'hand over', outcome: 'done', by: sara, sent: { code_matched: true } },
  ])
  const { timeline } = await desk.row(placed.id)
  expect(timeline.filter(({ what }) => what === 'hand over').map(({ detail }) => detail)).toEqual([
    'done',
    'undone',
    'done',
  ])
  expect(await (await desk.ask('/api/desk/log?format=csv')).text()).toMatch(/"hand over","\d+","Omar","Kitchen"/)
})

test('marks a return after a hand-over, also on a closed order', async () => {
  const { desk, placed, at } = await openWithOrder()
  desk.vendor.orders.move(placed, 'completed')
  await desk.clock.advance(120_000)
  expect(await desk.rows()).toEqual([])
  for (const kind of ['pickup', 'return']) {
    expect((await send(desk, `${at}/handover`, { state: 'handed_over', kind })).status).toBe(200)
  }
  expect(await desk.row(placed.id)).toMatchObject({ lane: 'closed', handed_over: { by: sara }, returned: { by: sara } })
  expect(await desk.rows()).toEqual([])
})

test.each([{ state: 'given' }, { kind: 'other' }, { code_matched: 1 }, { state: 5 }, { kind: null }])(
  'refuses a hand-over as %j',
  async (body) => {
    const { desk, placed, at } = await openWithOrder()
    expect(await read(send(desk, `${at}/handover`, body))).toEqual([422, 'bad_mark'])
    expect((await desk.row(placed.id)).handed_over).toBeNull()
  },
)

const print = (desk: Pick<TestDesk, 'post'>, at: string, automatic: unknown) =>
  send(desk, `${at}/prints`, { automatic }, 'POST')

test('allows one automatic print among tablets, and numbers further copies', async () => {
  const { desk, placed, at } = await openWithOrder()
  const other = await desk.admit('Kitchen', 'Omar')
  const answers = await Promise.all([desk, other, desk, other].map((each) => print(each, at, true)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await read(print(desk, at, true))).toEqual([409, 'already_printed'])
  const asked = { by: sara, at: '2026-11-20T12:00:00.000Z' }
  expect(await (await print(other, at, false)).json()).toEqual({
    data: {
      copy: 2,
      asked: [
        { ...asked, automatic: true },
        { ...asked, by: { person: 'Omar', tablet: 'Kitchen' }, automatic: false },
      ],
    },
  })
  expect(await desk.rows()).toMatchObject([{ prints: 2 }])
  const { timeline } = await desk.row(placed.id)
  expect(timeline.filter(({ what }) => what === 'print')).toMatchObject([
    { detail: '1', by: sara },
    { detail: '2', by: { person: 'Omar' } },
  ])
})

test('notes in the timeline who had a hand-over code shown', async () => {
  const { desk, placed, at } = await openWithOrder()
  const show = (kind: unknown) => send(desk, `${at}/shown-codes`, { kind }, 'POST')
  expect(await read(show('other'))).toEqual([422, 'bad_mark'])
  expect((await show('pickup')).status).toBe(200)
  const { timeline } = await desk.row(placed.id)
  expect(timeline.filter(({ what }) => what === 'code shown')).toMatchObject([{ detail: 'pickup', by: sara }])
})

test('lets a paired tablet print without a sign-in, and no other device', async () => {
  const { placed, desk } = await openWithOrder()
  const { store, vendor, clock } = desk.kill()
  const at = `/api/desk/orders/${placed.id}`
  const tablet = createTestDesk({ store, vendor, clock, who: 'tablet' })
  await tablet.open()
  expect(await (await print(tablet, at, false)).json()).toMatchObject({
    data: { copy: 1, asked: [{ by: { person: '', tablet: 'Counter' } }] },
  })
  expect(await read(pick(tablet, at, '1', 'picked'))).toEqual([403, 'sign_in_required'])
  expect(await read(send(tablet, `${at}/handover`))).toEqual([403, 'sign_in_required'])
  const stranger = createTestDesk({ store, vendor, clock, who: 'stranger' })
  expect(await read(print(stranger, at, false))).toEqual([401, 'not_enrolled'])
})

test('counts every copy, and keeps the latest twenty', async () => {
  const { desk, at } = await openWithOrder()
  for (let copy = 1; copy < 25; copy += 1) await print(desk, at, false)
  const { data } = (await (await print(desk, at, false)).json()) as { data: { copy: number; asked: unknown[] } }
  expect([data.copy, data.asked.length]).toEqual([25, 20])
  for (const automatic of ['true', null, 1, undefined]) {
    expect(await read(print(desk, at, automatic))).toEqual([422, 'bad_mark'])
  }
})

test('keeps saved marks after a crash, and no unsaved ones', async () => {
  const { desk, placed, at, line } = await openWithOrder()
  await pick(desk, at, line, 'picked')
  await send(desk, `${at}/handover`)
  await print(desk, at, true)
  const next = createTestDesk(desk.kill())
  await next.open()
  expect(await next.row(placed.id)).toMatchObject({ picks: [{ line }], handed_over: { by: sara }, prints: 1 })
  expect(await read(print(next, at, true))).toEqual([409, 'already_printed'])
})

test('refuses a mark that cannot be saved, and shows it nowhere', async () => {
  const store = createBreakableStore()
  const { desk, placed, at, line } = await openWithOrder({ store })
  store.isDown = true
  expect(await read(pick(desk, at, line, 'picked'))).toEqual([503, 'store_unavailable'])
  expect(await read(print(desk, at, true))).toEqual([503, 'store_unavailable'])
  store.isDown = false
  expect(await desk.row(placed.id)).toMatchObject({ picks: [], prints: 0 })
  expect((await print(desk, at, true)).status).toBe(200)
})

test('never stores a hand-over code with a mark', async () => {
  const store = createMemoryStore()
  const { desk, placed, at } = await openWithOrder({ store })
  await desk.act(placed.id, 'ready')
  const { order } = await desk.row(placed.id)
  const code = (order as { pickup_otp: string }).pickup_otp // the simulator's
  expect(code).toMatch(/^\d{4}$/)
  await send(desk, `${at}/handover`, { state: 'handed_over', code_matched: true, code })
  const kept = JSON.stringify([
    await store.open(),
    await store.timeline(placed.id),
    (await store.readLog({ limit: 9 })).entries,
  ])
  expect(kept).not.toContain(`"${code}"`)
  expect(kept).not.toContain('_otp')
})
