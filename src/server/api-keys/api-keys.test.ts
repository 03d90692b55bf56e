import { describe, expect, test } from 'vitest'
import { apiKeys } from '#contract/desk/api-keys.ts'
import { createTestAlerts } from '#testing/alerts.ts'
import { createTestProgram } from '#testing/api-keys.ts'
import { codeOf, createTestDesk, openTestDesk, read } from '#testing/desk.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'

const feed = '/api/desk/feed'
const accept = (id: string) => `/api/developer/v1/orders/${id}/accept`
const till = { person: 'Till', tablet: 'API', key: true }

/** Reads a stream until it has a text, or to its end. */
async function readUntil(answer: Response, text?: string): Promise<string> {
  let received = ''
  for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received += part
    if (text !== undefined && received.includes(text)) break
  }
  return received
}

describe('a manager', () => {
  test('creates a key that is shown once, and lists and removes it', async () => {
    const desk = createTestDesk()
    const { id, key, ask } = await createTestProgram(desk, { scopes: ['orders:read'] })
    expect(key).toMatch(new RegExp(`^vd_${id}_[\\w-]{43}$`))
    const list = await (await desk.ask(apiKeys.list.path)).text()
    expect(JSON.parse(list)).toEqual({
      data: [
        {
          id,
          name: 'Till',
          scopes: ['orders:read'],
          created_at: '2026-11-20T12:00:00.000Z',
          created_by: 'Sara',
          last_used_at: null,
        },
      ],
    })
    expect(list + JSON.stringify(desk.logged) + JSON.stringify(await desk.store.apiKeys())).not.toContain(
      key.slice(-43),
    )
    expect(await read(desk.post(`${apiKeys.list.path}/${id}`, undefined, 'DELETE'))).toEqual({
      http: 200,
      body: { data: { id } },
    })
    expect(await codeOf(ask('/api/desk/orders'))).toBe('401 bad_key')
    expect(await codeOf(desk.post(`${apiKeys.list.path}/${id}`, undefined, 'DELETE'))).toBe('404 not_found')
    expect(await read(desk.ask('/api/desk/log'))).toMatchObject({
      body: {
        data: [
          { what: 'remove key', about: 'Till', by: { person: 'Sara', tablet: 'Counter' } },
          { what: 'add key', about: 'Till: orders:read', by: { person: 'Sara', tablet: 'Counter' } },
        ],
      },
    })
  })

  test.each([
    [{ name: ' ', scopes: ['orders:read'] }, '422 bad_name'],
    [{ scopes: ['orders:read'] }, '422 bad_name'],
    [{ name: 'Till' }, '422 bad_scopes'],
    [{ name: 'Till', scopes: [] }, '422 bad_scopes'],
    [{ name: 'Till', scopes: 'orders:read' }, '422 bad_scopes'],
    [{ name: 'Till', scopes: ['orders:read', 'log:read'] }, '422 bad_scopes'],
    [{ name: 'Till', scopes: ['orders:read', null] }, '422 bad_scopes'],
  ])('creates no key of %j', async (body, refusal) => {
    const desk = createTestDesk()
    expect(await codeOf(desk.post(apiKeys.add.path, body))).toBe(refusal)
    expect(await desk.store.apiKeys()).toEqual([])
  })

  test('gives no two keys the same name', async () => {
    const desk = createTestDesk()
    await createTestProgram(desk)
    expect(await codeOf(desk.post(apiKeys.add.path, { name: ' TILL ', scopes: ['orders:read'] }))).toBe(
      '409 name_taken',
    )
  })

  test('is needed for keys', async () => {
    const desk = createTestDesk()
    const omar = await desk.admit('Kitchen', 'Omar')
    expect(await codeOf(omar.ask(apiKeys.list.path))).toBe('403 manager_required')
    const body = { name: 'Till', scopes: ['orders:read'] }
    expect(await codeOf(omar.post(apiKeys.add.path, body))).toBe('403 manager_required')
    expect(await codeOf(omar.post(`${apiKeys.list.path}/1`, undefined, 'DELETE'))).toBe('403 manager_required')
  })
})

describe('a program', () => {
  test('answers an order once, in the name of its key', async () => {
    const desk = await openTestDesk()
    const { post } = await createTestProgram(desk)
    const { id } = await desk.order()
    const attempt = crypto.randomUUID()
    expect(await codeOf(post(accept(id)))).toBe('400 idempotency_key_required')
    const answers = [
      await desk.during(3000, post(accept(id), undefined, attempt)),
      await post(accept(id), undefined, attempt),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await answers[1]?.text()).toBe(await answers[0]?.text())
    expect(desk.asked('POST')).toHaveLength(1)
    expect(await codeOf(post(`/api/developer/v1/orders/${id}/ready`, undefined, attempt))).toBe('422 key_reused')
    const row = await desk.row(id)
    expect(row).toMatchObject({ lane: 'preparing', last_done: { action: 'accept', by: till } })
    expect(row.timeline).toContainEqual(expect.objectContaining({ what: 'accept', detail: 'done', by: till }))
    expect(await read(desk.ask(`/api/desk/log?order_id=${id}`))).toMatchObject({
      body: { data: [{ what: 'accept', outcome: 'done', by: till }] },
    })
    const csv = desk.ask('/api/desk/log?format=csv').then((answer) => answer.text())
    expect(await desk.during(0, csv)).toContain('"Till","API"')
  })

  test('and a tablet learn of each other’s answers', async () => {
    const desk = await openTestDesk()
    const { post } = await createTestProgram(desk)
    const { id } = await desk.order()
    await desk.during(3000, post(accept(id), undefined, crypto.randomUUID()))
    expect(await read(desk.act(id, 'accept'))).toMatchObject({
      http: 409,
      body: { code: 'already_answered', data: { by: till } },
    })
    const other = await desk.order()
    await desk.during(3000, desk.act(other.id, 'accept'))
    expect(await read(post(accept(other.id), undefined, crypto.randomUUID()))).toMatchObject({
      http: 409,
      body: { code: 'already_answered', data: { by: { person: 'Sara', tablet: 'Counter' } } },
    })
  })

  test('sends the vendor nothing of its key', async () => {
    const desk = await openTestDesk()
    const { key, post } = await createTestProgram(desk)
    const { id } = await desk.order()
    await desk.during(3000, post(accept(id), undefined, crypto.randomUUID()))
    expect(desk.asked('POST')).toHaveLength(1)
    expect(JSON.stringify(desk.vendor.requests)).not.toContain(key)
  })

  test('opens an order by its id', async () => {
    const desk = await openTestDesk()
    const { post } = await createTestProgram(desk)
    const { id } = desk.vendor.placeOrder()
    expect(await read(post('/api/desk/orders', { order_id: id }))).toMatchObject({ body: { data: { order_id: id } } })
    expect(await desk.rows()).toHaveLength(1)
  })

  test('follows the orders without hand-over codes', async () => {
    const desk = await openTestDesk()
    const { ask } = await createTestProgram(desk)
    const [program, tablet] = [await ask(feed), await desk.ask(feed)]
    expect(program.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
    const { id } = await desk.order()
    await desk.during(3000, desk.act(id, 'accept'))
    await desk.during(3000, desk.act(id, 'ready'))
    await desk.clock.advance(10_000)
    expect(await readUntil(tablet, 'event: hb')).toMatch(/"pickup_otp":"\d/)
    const received = await readUntil(program, 'event: hb')
    expect(received).toMatch(new RegExp(`event: order\\ndata: .*"${id}".*"lane":"ready"`))
    expect(received).not.toContain('_otp')
  })

  test('is nobody at the counter, however long it listens', async () => {
    const { outside, calls } = createTestAlerts(['alerts.test'])
    const desk = await openTestDesk({ alerts: outside })
    const program = await (await createTestProgram(desk)).ask(feed)
    await desk.clock.advance(60_000)
    const { id } = await desk.order()
    await desk.clock.advance(2000)
    expect(calls.map(({ body }) => body)).toMatchObject([{ alert: 'nobody_there', order_id: id }])
    await program.body?.cancel()
  })

  test('keeps its four newest feeds', async () => {
    const desk = await openTestDesk()
    const { ask } = await createTestProgram(desk)
    const first = await ask(feed)
    for (let count = 0; count < 4; count += 1) await ask(feed)
    expect(await readUntil(first)).toContain('event: bye')
  })
})

describe('a removed key', () => {
  test('loses its feeds at once, and no others', async () => {
    const desk = await openTestDesk()
    const [program, other] = [await createTestProgram(desk), await createTestProgram(desk, { name: 'Lamp' })]
    const [cut, kept, tablet] = [await program.ask(feed), await other.ask(feed), await desk.ask(feed)]
    await desk.post(`${apiKeys.list.path}/${program.id}`, undefined, 'DELETE')
    expect(await readUntil(cut)).toMatch(/^event: snapshot\n[^]*event: bye\n/)
    expect(await codeOf(program.ask(feed))).toBe('401 bad_key')
    await desk.order()
    await desk.clock.advance(3000)
    expect(await readUntil(kept, 'event: order')).toContain('event: order')
    expect(await readUntil(tablet, 'event: order')).toContain('event: order')
  })

  test('loses its feeds within 2 s if another process removed it', async () => {
    const desk = await openTestDesk({ store: createMemoryStore() })
    const { id, ask } = await createTestProgram(desk)
    const cut = readUntil(await ask(feed))
    await desk.store.removeApiKey(id)
    await desk.clock.advance(2000)
    expect(await cut).toContain('event: bye')
  })
})
