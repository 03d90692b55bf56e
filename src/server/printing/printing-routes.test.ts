import { expect, test } from 'vitest'
import type { Printer } from '#contract/desk/printers.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDesk, type TestDesk } from '#testing/desk.ts'
import { createTestPrinting, kitchenPrinter } from '#testing/printing.ts'

async function openDesk() {
  const clock = createTestClock()
  const desk = createTestDesk({ clock, printing: createTestPrinting(clock).outside })
  await desk.open()
  return desk
}

const bodyOf = async (answer: Response) => (await answer.json()) as Record<string, unknown> // As in the contract.
const add = (desk: TestDesk, printer: object = {}) => desk.post('/api/desk/printers', { ...kitchenPrinter, ...printer })
const idIn = async (answer: Response) => ((await bodyOf(answer))['data'] as Printer).id

test('adds, changes, lists and removes a printer, and writes each in the log', async () => {
  const desk = await openDesk()
  const added = await add(desk)
  const expected = {
    ...kitchenPrinter,
    backup_id: null,
    opens_drawer: false,
    state: { is: 'unknown', since: '2026-11-20T12:00:00.000Z', seen_at: null },
  }
  const { data } = (await bodyOf(added)) as { data: Printer }
  expect(data).toEqual({ id: data.id, ...expected })
  const changed = await desk.post(`/api/desk/printers/${data.id}`, { name: ' Bar ', width: 58 }, 'PATCH')
  expect(await bodyOf(changed)).toMatchObject({ data: { id: data.id, name: 'Bar', width: 58, prints: data.prints } })
  expect(await bodyOf(await desk.ask('/api/desk/printers'))).toMatchObject({ data: [{ name: 'Bar', width: 58 }] })
  expect((await desk.post(`/api/desk/printers/${data.id}`, undefined, 'DELETE')).status).toBe(200)
  expect(await bodyOf(await desk.ask('/api/desk/printers'))).toEqual({ data: [] })
  const { data: log } = await bodyOf(await desk.ask('/api/desk/log'))
  expect(log).toMatchObject([
    { what: 'remove printer', about: 'Bar', by: { person: 'Sara' } },
    { what: 'change printer', about: 'Bar' },
    { what: 'add printer', about: 'Kitchen' },
  ])
})

test.each([
  ['no name', { name: ' ' }, 422, 'bad_printer'],
  ['an unknown kind', { kind: 'usb' }, 422, 'bad_printer'],
  ['another width', { width: 76 }, 422, 'bad_printer'],
  ['rules that are none', { prints: 'all' }, 422, 'bad_printer'],
  ['no copies', { prints: [{ what: 'kitchen', on: 'accept', copies: 0 }] }, 422, 'bad_printer'],
  ['a thousand copies', { prints: [{ what: 'kitchen', on: 'accept', copies: 1000 }] }, 422, 'bad_printer'],
  ['one rule twice', { prints: [...kitchenPrinter.prints, ...kitchenPrinter.prints] }, 422, 'bad_printer'],
  ['no language', { languages: [] }, 422, 'bad_printer'],
  ['an unknown language', { languages: ['de'] }, 422, 'bad_printer'],
  ['no category of some', { category_ids: [] }, 422, 'bad_printer'],
  ['an unknown back-up', { backup_id: 'nobody' }, 422, 'bad_printer'],
  ['no address', { address: undefined }, 422, 'bad_address'],
  ['another port', { address: '10.0.0.9:80' }, 422, 'bad_address'],
  ['a public host', { address: 'printer.example:9100' }, 422, 'bad_address'],
  ['an address with a path', { address: '10.0.0.9:9100/x' }, 422, 'bad_address'],
  ['a taken name', { name: 'KITCHEN' }, 409, 'name_taken'],
])('refuses a printer with %s', async (_says, wrong, status, code) => {
  const desk = await openDesk()
  if (code === 'name_taken') await add(desk)
  const answer = await add(desk, wrong)
  expect([answer.status, await bodyOf(answer)]).toMatchObject([status, { code }])
})

test('takes an address without a port, and in IPv6', async () => {
  const desk = await openDesk()
  for (const [name, address, stored] of [
    ['a', '10.0.0.9', '10.0.0.9:9100'],
    ['b', '[fd00::9]:9101', '[fd00::9]:9101'],
    ['c', 'Printer.local', 'printer.local:9100'],
  ])
    expect(await bodyOf(await add(desk, { name, address }))).toMatchObject({ data: { address: stored } })
})

test('lets a manager set up printers, and whoever is signed in print', async () => {
  const desk = await openDesk()
  const id = await idIn(await add(desk, { prints: [{ what: 'full', on: 'demand', copies: 1 }] }))
  const omar = await desk.admit('Tablet', 'Omar')
  const order = await desk.order()
  expect((await omar.ask('/api/desk/printers')).status).toBe(403)
  expect((await omar.ask('/api/desk/print-jobs')).status).toBe(403)
  expect((await omar.post(`/api/desk/printers/${id}/test`, {})).status).toBe(403)
  expect(await bodyOf(await omar.ask('/api/desk/printer-choices'))).toEqual({
    data: [{ id, name: 'Kitchen', prints: ['full'] }],
  })
  const printed = await omar.post(`/api/desk/orders/${order.id}/print`, { printer_id: id, what: 'full' })
  expect(await bodyOf(printed)).toMatchObject({ data: { what: 'full', state: 'queued' } })
  expect(await bodyOf(await desk.ask(`/api/desk/log?order_id=${order.id}`))).toMatchObject({
    data: [{ what: 'print', about: 'full', by: { person: 'Omar' } }],
  })
})

test.each([
  ['an unknown order', '999', {}, 404, 'order_not_found'],
  ['an unknown printer', undefined, { printer_id: 'nobody' }, 404, 'not_found'],
  ['an unknown ticket', undefined, { what: 'menu' }, 422, 'bad_printer'],
  ['too many bags', undefined, { bags: 21 }, 422, 'bad_printer'],
])('prints nothing for %s', async (_says, orderId, wrong, status, code) => {
  const desk = await openDesk()
  const id = await idIn(await add(desk))
  const order = await desk.order()
  const answer = await desk.post(`/api/desk/orders/${orderId ?? order.id}/print`, {
    printer_id: id,
    what: 'full',
    ...wrong,
  })
  expect([answer.status, await bodyOf(answer)]).toMatchObject([status, { code }])
  expect(await desk.store.latestPrintJobs(9)).toEqual([])
})

test('prints a job again only if it failed or nobody knows, and once for two presses', async () => {
  const desk = await openDesk()
  const id = await idIn(await add(desk))
  const test = await idIn(await desk.post(`/api/desk/printers/${id}/test`, {}))
  expect((await desk.post(`/api/desk/print-jobs/nobody/again`, {})).status).toBe(404)
  expect((await desk.post(`/api/desk/print-jobs/${test}/again`, {})).status).toBe(409)
  const job = await desk.store.findPrintJob(test)
  if (job) await desk.store.savePrintJob({ ...job, state: 'unknown' })
  for (let press = 0; press < 2; press += 1)
    expect((await desk.post(`/api/desk/print-jobs/${test}/again`, {})).status).toBe(200)
  expect(await desk.store.latestPrintJobs(9)).toHaveLength(2)
  expect(await bodyOf(await desk.ask('/api/desk/print-jobs'))).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ id: test, printed_again: true })]),
  })
})
