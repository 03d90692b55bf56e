import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type TestDesk, createBreakableStore, createTestDesk } from '#testing/desk.ts'
import { createTestClock } from '#testing/clock.ts'
import { createPrometheus } from './prometheus.ts'

function createMeasuredDesk(options: Parameters<typeof createTestDesk>[0] = {}): TestDesk {
  const clock = createTestClock()
  const metrics = createPrometheus({ now: clock.now, ofProcess: false })
  return createTestDesk({ clock, metrics, sender: { isInside: true }, ...options })
}

/** Every non-zero row of `/metrics`, by name and labels. */
async function figures({ ask }: Pick<TestDesk, 'ask'>): Promise<Readonly<Record<string, number>>> {
  const text = await (await ask('/metrics')).text()
  const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    rows
      .map((row) => [row.slice(0, row.lastIndexOf(' ')), Number(row.slice(row.lastIndexOf(' ') + 1))] as const)
      .filter(([, value]) => value !== 0),
  )
}

const notifyOf = (desk: TestDesk, id: string) => desk.notify(JSON.stringify({ event: 'order_created', data: { id } }))

test('serves metrics in Prometheus format, including the process', async () => {
  const desk = createTestDesk({ metrics: createPrometheus(), sender: { isInside: true } })
  const response = await desk.ask('/metrics')
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds', 'vendor_desk_open_orders'])
    expect(text).toContain(`# TYPE ${name} gauge`)
})

test('serves metrics to this machine and trusted proxies only, and 404 to others', async () => {
  const outside = createMeasuredDesk({ sender: { isInside: false } })
  expect((await outside.ask('/metrics')).status).toBe(404)
  // Without metrics there is no page.
  expect((await createTestDesk({ sender: { isInside: true } }).ask('/metrics')).status).toBe(404)
})

test('serves metrics under any host name of the machine', async () => {
  const desk = createMeasuredDesk({ sender: { isInside: true, host: '10.0.0.7:3000' } })
  expect((await desk.ask('/metrics')).status).toBe(200)
})

test('counts notifications by outcome, each from zero', async () => {
  const desk = createMeasuredDesk()
  expect(await (await desk.ask('/metrics')).text()).toContain('vendor_desk_webhooks_total{result="refused"} 0')
  const { id } = desk.vendor.placeOrder()
  await notifyOf(desk, id)
  await notifyOf(desk, id)
  await desk.notify('{"half')
  await desk.notify('{}', { Authorization: 'Bearer somebody-else-altogether' })
  expect(await figures(desk)).toMatchObject({
    'vendor_desk_webhooks_total{result="stored"}': 1,
    'vendor_desk_webhooks_total{result="duplicate"}': 1,
    'vendor_desk_webhooks_total{result="unreadable"}': 1,
    'vendor_desk_webhooks_total{result="refused"}': 1,
    vendor_desk_webhook_seconds_count: 3,
    'vendor_desk_alarm{code="webhook_refused"}': 1,
    'vendor_desk_open_orders{lane="answer"}': 1,
  })
})

test('counts a notification that cannot be stored as failed, and reports the store as lost', async () => {
  const store = createBreakableStore()
  const desk = createMeasuredDesk({ store })
  store.isDown = true
  await notifyOf(desk, desk.vendor.placeOrder().id)
  expect(await figures(desk)).toMatchObject({
    'vendor_desk_webhooks_total{result="failed"}': 1,
    'vendor_desk_store_failures_total{operation="ingest"}': 1,
    'vendor_desk_alarm{code="store_unavailable"}': 1,
  })
  expect(await figures(desk)).not.toHaveProperty('vendor_desk_store_works')
})

test('times an answer from its notification to the attempt, the first one only', async () => {
  const desk = createMeasuredDesk()
  await desk.open()
  const [taken, refused] = [desk.vendor.placeOrder(), desk.vendor.placeOrder()]
  for (const { id } of [taken, refused]) await notifyOf(desk, id)
  await desk.clock.advance(40_000)
  expect(await figures(desk)).toMatchObject({ vendor_desk_longest_wait_seconds: 40 })
  await desk.act(taken.id, 'accept')
  await desk.act(refused.id, 'reject', { reason_code: 'TOO_BUSY', reason_text: 'Too busy' })
  await desk.act(taken.id, 'ready')
  await desk.act(taken.id, 'accept')
  expect(await figures(desk)).toMatchObject({
    'vendor_desk_first_answer_seconds_sum{action="accept"}': 40,
    'vendor_desk_first_answer_seconds_count{action="accept"}': 1,
    'vendor_desk_first_answer_seconds_sum{action="reject"}': 40,
    'vendor_desk_first_answer_seconds_count{action="reject"}': 1,
    'vendor_desk_actions_total{action="accept",outcome="done"}': 1,
    'vendor_desk_actions_total{action="accept",outcome="not_sent"}': 1,
    'vendor_desk_actions_total{action="reject",outcome="done"}': 1,
    'vendor_desk_actions_total{action="ready",outcome="done"}': 1,
    'vendor_desk_vendor_call_seconds_count{endpoint="acceptOrder",status="2xx"}': 1,
  })
  expect(await figures(desk)).not.toHaveProperty('vendor_desk_longest_wait_seconds')
})

test('counts an order cancelled while it waits as missed, once, and not one that was rejected here', async () => {
  const desk = createMeasuredDesk()
  await desk.open()
  const [missed, refused, taken] = [desk.vendor.placeOrder(), desk.vendor.placeOrder(), desk.vendor.placeOrder()]
  for (const { id } of [missed, refused, taken]) await notifyOf(desk, id)
  await desk.clock.advance(10_000)
  await desk.act(refused.id, 'reject', { reason_code: 'TOO_BUSY', reason_text: 'Too busy' })
  await desk.act(taken.id, 'accept')
  expect(await figures(desk)).not.toHaveProperty('vendor_desk_missed_orders_total')
  await desk.clock.advance(600_000)
  expect((await desk.row(missed.id)).lane).toBe('closed')
  expect(await figures(desk)).toMatchObject({ vendor_desk_missed_orders_total: 1 })
})

test('reports tablets, feeds and calls as they are now', async () => {
  const desk = createMeasuredDesk()
  const leave = new AbortController()
  await desk.ask('/api/desk/feed', { signal: leave.signal })
  const beat = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"armed":true}' }
  await desk.ask('/api/desk/presence', beat)
  const there = {
    vendor_desk_streams: 1,
    'vendor_desk_tablets{state="there"}': 1,
    'vendor_desk_tablets{state="armed"}': 1,
    vendor_desk_anybody_there: 1,
    vendor_desk_store_works: 1,
    vendor_desk_response_window_seconds: 300,
    'vendor_desk_info{mode="live"}': 1,
  }
  const now = { vendor_desk_time_seconds: desk.clock.now() / 1000 }
  expect(await figures(desk)).toMatchObject({ ...there, ...now })
  leave.abort()
  await desk.clock.advance(80_000)
  for (const name of Object.keys(there).slice(0, 4)) expect(await figures(desk)).not.toHaveProperty(name)
})

test('reports running and waiting calls by urgency', async () => {
  const hanging = () => new Promise<Response>(() => undefined)
  const desk = createMeasuredDesk({ fetch: hanging })
  for (let id = 1; id <= 7; id += 1) void desk.ask(`/api/developer/v1/orders/${id}`)
  await desk.clock.advance(0)
  expect(await figures(desk)).toMatchObject({
    'vendor_desk_vendor_calls{urgency="screen",state="running"}': 5,
    'vendor_desk_vendor_calls{urgency="screen",state="waiting"}': 2,
  })
  await desk.clock.advance(60_000)
  expect(await figures(desk)).toMatchObject({
    'vendor_desk_vendor_call_seconds_count{endpoint="getOrder",status="none"}': 5,
  })
})

test('omits unknown values instead of reporting 0', async () => {
  const read = async (freeBytes?: () => Promise<number>) =>
    (await createMeasuredDesk(freeBytes && { freeBytes }).ask('/metrics')).text()
  expect(await read()).not.toMatch(/^vendor_desk_disk_free_bytes/m)
  expect(await read(() => Promise.reject(new Error('There is no such disk.')))).not.toMatch(/^vendor_desk_disk_free/m)
  expect(await read(() => Promise.resolve(5e9))).toMatch(/^vendor_desk_disk_free_bytes 5000000000$/m)
})

test('names no order, person or tablet in a metric', async () => {
  const desk = createMeasuredDesk()
  await desk.open()
  const { id } = desk.vendor.placeOrder()
  await notifyOf(desk, id)
  await desk.clock.advance(1000)
  await desk.act(id, 'accept')
  const text = await (await desk.ask('/metrics')).text()
  for (const secret of [id, 'Sara', 'Counter', '/orders/']) expect(text).not.toContain(secret)
})

const rules = readFileSync(new URL('../../../deploy/alerts.yml', import.meta.url), 'utf8')
const expressions = rules
  .split('\n')
  .filter((line) => /^ +(?:expr:|vendor_desk_|sum by|\/ sum|or )/.test(line))
  .join('\n')

test('uses only existing metrics in each alert rule', async () => {
  const desk = createTestDesk({ metrics: createPrometheus(), sender: { isInside: true } })
  const text = await (await desk.ask('/metrics')).text()
  const known = text.matchAll(/^# TYPE (\w+) (\w+)$/gm).flatMap(([, name = '', kind]) => {
    return kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name]
  })
  const wanted = new Set(expressions.matchAll(/\b(?:vendor_desk|process|nodejs)_\w+/g).map(([name]) => name))
  expect(wanted.size).toBeGreaterThan(15)
  expect([...wanted.difference(new Set(known))]).toEqual([])
  const chosen = [...expressions.matchAll(/(\w+)\{((?:\w+!?="\w+",?)+)\}/g)]
  expect(chosen.length).toBeGreaterThan(8)
  for (const [, name, labels = ''] of chosen) {
    for (const [, label, value] of labels.matchAll(/(\w+)!?="([\w-]+)"/g))
      if (label !== 'job') expect(text).toMatch(new RegExp(`^${name}\\{.*${label}="${value}"`, 'm'))
  }
})

test('raises no alert for a refused notification if others of the service were accepted', async () => {
  const rule = /alert: WebhookRefused\n[^]*? unless [^]*?vendor_desk_webhooks_total\{result=~"([\w|]+)"\}\[30m\]/.exec(
    rules,
  )
  const taken = rule?.[1]?.split('|') ?? []
  expect(taken).toEqual(['stored', 'duplicate', 'unreadable'])
  const text = await (await createMeasuredDesk().ask('/metrics')).text()
  for (const result of taken) expect(text).toContain(`vendor_desk_webhooks_total{result="${result}"} 0`)
})

test('gives each alert rule a severity, a summary and instructions', () => {
  const names = [...rules.matchAll(/- alert: (\w+)/g)]
  expect(names.length).toBeGreaterThan(15)
  for (const peer of ['expr:', 'labels: { severity: (?:page|ticket) }', 'summary:', 'action:'])
    expect([...rules.matchAll(new RegExp(`^ +${peer}`, 'gm'))]).toHaveLength(names.length)
})
