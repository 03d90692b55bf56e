import { expect, test } from 'vitest'
import type { OrderRow } from '#contract/desk/inbox.ts'
import type { BoardToDraw } from '#contract/desk/prerender.ts'
import { rowOf } from '#testing/row-of.ts'
import { prerenderBoard } from './prerender-board.tsx'

const session: BoardToDraw['session'] = {
  device: { id: 'D1', name: 'Counter' },
  staff: null,
  staff_names: [],
  mode: 'live',
  server_time: new Date().toISOString(),
  response_window_seconds: 300,
}

const shown = (id: string, more: Partial<OrderRow> = {}): OrderRow =>
  rowOf(id, {
    read_at: '2026-11-20T12:00:01Z',
    order: { id, print_order_number: `A-${id}`, customer: { name: 'Mona' }, items: [], total: 16_250, currency: 'IQD' },
    ...more,
  })

const drawn = (rows: readonly OrderRow[], how: Partial<Pick<BoardToDraw, 'wishes' | 'digits'>> = {}) =>
  prerenderBoard({
    session,
    board: { data: [...rows], meta: { version: 1, server_time: session.server_time, alarms: [] } },
    wishes: ['en'],
    digits: 'latn',
    ...how,
  })

const count = (html: string, what: RegExp) => html.match(what)?.length ?? 0

test('each order has its card, with its number, its customer and the way to it', async () => {
  const { html, language, direction } = await drawn([shown('1'), shown('2')])
  expect(count(html, /<article /g)).toBe(2)
  // The page has its title already.
  expect(html).toMatch(/^<div /)
  for (const part of ['A-1</bdi>', 'Mona</bdi>', 'href="/orders/1"', 'IQD&nbsp;16,250', 'Needs an answer'])
    expect(html.replaceAll('\u00a0', '&nbsp;')).toContain(part)
  expect([language, direction]).toEqual(['en', 'ltr'])
})

test('of a lane with more orders than a tablet shows the first ones are drawn', async () => {
  const { html } = await drawn(Array.from({ length: 300 }, (_, index) => shown(String(index))))
  expect(count(html, /<article /g)).toBe(4)
  expect(html).toContain('>300</span>')
})

test('it is written as the tablet writes', async () => {
  const { html, language, direction } = await drawn([shown('1')], { wishes: ['xx', 'ar-IQ'], digits: 'arab' })
  expect(html).toContain('بانتظار الرد')
  expect(html).toContain('١٦٬٢٥٠')
  expect([language, direction]).toEqual(['ar', 'rtl'])
  expect((await drawn([shown('1')])).html).toContain('16,250')
})

test('all of its words are there, and no key in the place of one', async () => {
  const lanes = ['answer', 'contact', 'preparing', 'ready', 'other'] as const
  const now = new Date(Date.now() + 60_000).toISOString()
  const person = { tablet: 'Counter', person: 'Sara' }
  const rows = lanes.flatMap((lane) => [
    shown(`${lane}-1`, {
      lane,
      last_done: { action: 'accept', at: session.server_time },
      acknowledged: { by: person, until: now },
    }),
    shown(`${lane}-2`, { lane, before_change: [], is_digital: true, answering: { by: person, until: now } }),
    rowOf(`${lane}-3`, { lane, problem: 'not_found' }),
  ])
  for (const language of ['en', 'ar', 'fr']) {
    const { html } = await drawn(rows, { wishes: [language] })
    expect(html).not.toMatch(/[>"][a-z]+(?:\.[a-zA-Z_]+)+[<"]/)
  }
})

test('what the service says is text, whatever it says', async () => {
  const hostile = '</article><script>alert(1)</script><img src=x onerror=alert(1)>'
  const order = {
    id: '1',
    print_order_number: hostile,
    customer: { name: hostile },
    payment_method: { title: hostile },
  }
  const { html } = await drawn([rowOf('1', { order, read_at: session.server_time }), rowOf('2', { told_id: hostile })])
  expect(html).toContain('&lt;script&gt;alert(1)')
  expect(html).not.toContain('<script')
  expect(html).not.toContain('<img')
})

test('nothing in it has a style of its own, which the content policy forbids', async () => {
  const decoration = { foreground_color: '#000000', background_color: '#fff4e0', border_color: '#000000' }
  const status = { key: 'strange', title: 'Strange', decoration }
  const other = shown('3', { lane: 'other', order: { id: '3', status } })
  const { html } = await drawn([shown('1'), shown('2', { lane: 'preparing' }), other])
  expect(html).toContain('Strange')
  expect(html).not.toContain('style=')
})

test('the next board is another tablet’s: no lane has the room that it had on the last one', async () => {
  await drawn([shown('1', { lane: 'ready' })])
  expect((await drawn([shown('1')])).html).toContain('data-used="answer"')
})
