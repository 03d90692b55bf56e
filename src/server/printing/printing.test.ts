import { expect, test } from 'vitest'
import type { PrintJob, Printer } from '#contract/desk/printers.ts'
import type { PrintJob as StoredJob } from '#domain/print-job.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { createTestClock } from '#testing/clock.ts'
import { createBreakableStore, createTestDesk, type TestDesk } from '#testing/desk.ts'
import { createTestPrinting, kitchenPrinter } from '#testing/printing.ts'

const second = 1000
const printRule = (what: string, on: string, copies = 1) => ({ what, on, copies })

/** A desk with one printer, which prints what the rules say. */
async function openShop(prints: readonly object[] = kitchenPrinter.prints) {
  const clock = createTestClock()
  const printing = createTestPrinting(clock)
  const desk = createTestDesk({ clock, printing: printing.outside })
  await desk.open()
  const printer = await addPrinter(desk, { prints })
  await clock.advance(second)
  return { desk, clock, printing, printer }
}

async function addPrinter(desk: TestDesk, printer: object = {}): Promise<Printer & { readonly poll_url?: string }> {
  const answer = await desk.post('/api/desk/printers', { ...kitchenPrinter, ...printer })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: Printer }).data // As in the contract.
}

async function jobsOf(desk: TestDesk): Promise<readonly PrintJob[]> {
  const answer = await desk.ask('/api/desk/print-jobs')
  return ((await answer.json()) as { data: PrintJob[] }).data // As in the contract.
}

/** Places an order and accepts it. */
async function acceptOrder(desk: TestDesk) {
  const order = await desk.order()
  expect((await desk.during(2 * second, desk.act(order.id, 'accept'))).status).toBe(200)
  return order
}

const statesIn = (jobs: readonly PrintJob[]) => jobs.map(({ state }) => state)

test('prints a kitchen ticket once an order is accepted, and a bag label once it is ready', async () => {
  const { desk, printing, clock } = await openShop([printRule('kitchen', 'accept'), printRule('bag', 'ready', 2)])
  const order = await acceptOrder(desk)
  expect(printing.paper()).toHaveLength(1)
  expect(printing.paper()[0]).toContain(order.printNumber)
  expect(statesIn(await jobsOf(desk))).toEqual(['printed'])
  await desk.during(2 * second, desk.act(order.id, 'ready'))
  await clock.advance(60 * second)
  expect(printing.paper()).toHaveLength(3)
  expect((await jobsOf(desk)).map(({ what, state, is_reprint: isReprint }) => [what, state, isReprint])).toEqual([
    ['bag', 'printed', false],
    ['bag', 'printed', false],
    ['kitchen', 'printed', false],
  ])
})

test('prints nothing that was accepted before the printer was added, or for other rules', async () => {
  const { desk, clock, printing } = await openShop([printRule('full', 'demand')])
  await acceptOrder(desk)
  await clock.advance(60 * second)
  await addPrinter(desk, { name: 'Bar' })
  await clock.advance(60 * second)
  expect(printing.paper()).toEqual([])
})

test('prints what a crash left queued, once', async () => {
  const { desk, clock, printing } = await openShop()
  printing.isUp = false
  await acceptOrder(desk)
  const next = createTestDesk({ ...desk.kill(), printing: printing.outside })
  printing.isUp = true
  await next.open()
  await clock.advance(60 * second)
  expect(printing.paper()).toHaveLength(1)
  expect(statesIn(await jobsOf(next))).toEqual(['printed'])
})

test('adds the jobs that a crash prevented', async () => {
  const { desk, clock, printing } = await openShop()
  const { store, ...rest } = desk.kill()
  // The order is accepted by a server without printing, as if the crash came between the two writes.
  const between = createTestDesk({ ...rest, store, printing: null })
  await between.open()
  await acceptOrder(between)
  const next = createTestDesk({ ...between.kill(), printing: printing.outside })
  await next.open()
  await clock.advance(10 * second)
  expect(printing.paper()).toHaveLength(1)
})

test('prints once or says that it does not know, wherever the line breaks', async () => {
  const whole = await openShop()
  await acceptOrder(whole.desk)
  const bytes = whole.printing.carried()
  expect(bytes).toBeGreaterThan(200)
  const states = new Set<string>()
  // Each byte around the commands, and some of the image.
  const places = Array.from({ length: bytes + 1 }, (_, at) => at).filter(
    (at) => at < 24 || at > bytes - 20 || at % 100 === 0,
  )
  for (const place of places) {
    const { desk, clock, printing } = await openShop()
    printing.breakAfter(place)
    await acceptOrder(desk)
    printing.breakAfter(undefined)
    await clock.advance(70 * second)
    const [job, ...others] = await jobsOf(desk)
    expect(others).toEqual([])
    const isSure = job?.state === 'printed' && printing.paper().length === 1
    expect(isSure || (job?.state === 'unknown' && printing.paper().length <= 1), `broken after ${place} bytes`).toBe(
      true,
    )
    states.add(job?.state ?? '')
  }
  expect([...states].toSorted()).toEqual(['printed', 'unknown'])
})

test('prints an unknown ticket again only when a person asks, and marks it as a reprint', async () => {
  const { desk, clock, printing } = await openShop()
  printing.breakAfter(40)
  await acceptOrder(desk)
  printing.breakAfter(undefined)
  await clock.advance(10 * 60 * second)
  const [job] = await jobsOf(desk)
  expect(job).toMatchObject({ state: 'unknown', problem: 'interrupted' })
  expect(await desk.alarms()).toMatchObject([{ code: 'print_waits', about: ['Kitchen'] }])
  expect(printing.paper()).toEqual([])
  await desk.post(`/api/desk/print-jobs/${job?.id}/again`, {})
  await clock.advance(10 * second)
  expect(await jobsOf(desk)).toMatchObject([{ state: 'printed', is_reprint: true }, { state: 'unknown' }])
  expect(printing.paper()[0]).toContain('REPRINT')
  expect(await desk.alarms()).toEqual([])
})

test('waits without paper, says so on the board, and prints when there is some again', async () => {
  const { desk, clock, printing } = await openShop()
  printing.printer.setPaper(false)
  await acceptOrder(desk)
  await clock.advance(10 * second)
  expect(await desk.alarms()).toMatchObject([{ code: 'printer_paper_out', about: ['Kitchen'] }])
  expect(await jobsOf(desk)).toMatchObject([{ state: 'queued', problem: 'paper_out' }])
  printing.printer.setPaper(true)
  await clock.advance(40 * second)
  expect(printing.paper()).toHaveLength(1)
  expect(await desk.alarms()).toEqual([])
})

test('shows a printer that cannot be reached for 30 s within 10 s more, and gives up after half an hour', async () => {
  const { desk, clock, printing } = await openShop()
  await clock.advance(20 * second)
  printing.isUp = false
  await acceptOrder(desk)
  await clock.advance(26 * second)
  expect(await desk.alarms()).toEqual([])
  await clock.advance(12 * second)
  expect(await desk.alarms()).toMatchObject([{ code: 'printer_unreachable', about: ['Kitchen'] }])
  await clock.advance(31 * 60 * second)
  // Whoever was signed in is no longer.
  expect(await desk.store.latestPrintJobs(9)).toMatchObject([{ state: 'failed', problem: 'too_late' }])
  expect(await desk.alarms()).toMatchObject([
    { code: 'printer_unreachable' },
    { code: 'print_waits', about: ['Kitchen'] },
  ])
  printing.isUp = true
  await clock.advance(60 * second)
  expect(await desk.alarms()).toMatchObject([{ code: 'print_waits' }])
  expect(printing.paper()).toEqual([])
})

test('gives what has waited 30 s to the back-up printer, which says for whom it prints', async () => {
  const clock = createTestClock()
  const printing = createTestPrinting(clock)
  const { connect } = printing.outside
  const isDead = (address: string) => address.startsWith('10.0.0.8')
  const outside = {
    ...printing.outside,
    connect: (address: string, signal: AbortSignal) => {
      printing.isUp = !isDead(address)
      return connect(address, signal)
    },
  }
  const desk = createTestDesk({ clock, printing: outside })
  await desk.open()
  const { id } = await addPrinter(desk, { name: 'Bar', prints: [] })
  await addPrinter(desk, { address: '10.0.0.8', backup_id: id })
  await clock.advance(second)
  await acceptOrder(desk)
  await clock.advance(20 * second)
  expect(printing.paper()).toEqual([])
  await clock.advance(20 * second)
  expect(await jobsOf(desk)).toMatchObject([{ state: 'printed', printer_id: id, stands_in_for: 'Kitchen' }])
  expect(printing.paper()[0]).toContain('Kitchen')
})

test('prints on the back-up printer the lines of the printer for which it stands in', async () => {
  const clock = createTestClock()
  const printing = createTestPrinting(clock)
  const desk = createTestDesk({ clock, printing: printing.outside, walksCatalog: true })
  await desk.open()
  await desk.ask('/api/desk/catalog/counts')
  await clock.advance(120 * second)
  const { id } = await addPrinter(desk, { name: 'Bar', prints: [], category_ids: ['no such category'] })
  const kitchen = await addPrinter(desk, { backup_id: id })
  await clock.advance(second)
  await acceptOrder(desk)
  const [ticket = ''] = printing.paper()
  await desk.store.savePrintJob({
    ...((await desk.store.latestPrintJobs(1))[0] as StoredJob),
    state: 'queued',
    createdAt: clock.now() - 60 * second,
    dueAt: clock.now() + 5 * second,
  })
  await clock.advance(40 * second)
  const [, standIn = ''] = printing.paper()
  expect(await jobsOf(desk)).toMatchObject([{ printer_id: id, stands_in_for: kitchen.name }])
  const linesIn = (text: string) => (JSON.parse(text) as { is: string }[]).filter(({ is }) => is === 'line').length
  expect([linesIn(standIn), standIn.includes('Kitchen')]).toEqual([linesIn(ticket), true])
  expect(linesIn(ticket)).toBeGreaterThan(0)
})

test('prints no kitchen ticket again because the order is ready, on a printer that was added meanwhile', async () => {
  const { desk, clock, printing, printer } = await openShop()
  const order = await acceptOrder(desk)
  expect(printing.paper()).toHaveLength(1)
  await clock.advance(second)
  await desk.post(`/api/desk/printers/${printer.id}`, undefined, 'DELETE')
  await addPrinter(desk)
  await clock.advance(second)
  await desk.during(2 * second, desk.act(order.id, 'ready'))
  await clock.advance(20 * second)
  expect(printing.paper()).toHaveLength(1)
})

test('prints a reprint for an order that was back with the shop and is accepted anew', async () => {
  const { desk, clock, printing } = await openShop()
  const order = await acceptOrder(desk)
  for (const state of ['contact', 'pending'] as const) {
    desk.vendor.orders.move(order, state, clock.now())
    await clock.advance(60 * second)
  }
  expect(printing.paper()).toHaveLength(1)
  await desk.during(2 * second, desk.act(order.id, 'accept'))
  await clock.advance(20 * second)
  expect(printing.paper().map((text) => text.includes('REPRINT'))).toEqual([false, true])
  expect(await jobsOf(desk)).toMatchObject([
    { state: 'printed', is_reprint: true },
    { state: 'printed', is_reprint: false },
  ])
})

test('prints nothing by itself for an order that is over', async () => {
  const { desk, clock, printing } = await openShop()
  printing.isUp = false
  const order = await acceptOrder(desk)
  desk.vendor.orders.move(order, 'cancelled', clock.now())
  await clock.advance(60 * second)
  printing.isUp = true
  await clock.advance(60 * second)
  expect(printing.paper()).toEqual([])
})

test('prints by hand, one label a bag, and counts the copies', async () => {
  const { desk, clock, printing, printer } = await openShop([printRule('bag', 'demand')])
  const { id } = await acceptOrder(desk)
  const print = { printer_id: printer.id, what: 'bag', bags: 2 }
  for (const isReprint of [false, true]) {
    const answer = await desk.post(`/api/desk/orders/${id}/print`, print)
    expect(await answer.json()).toMatchObject({ data: { order_id: id, state: 'queued', is_reprint: isReprint } })
    await clock.advance(5 * second)
  }
  expect(printing.paper()).toHaveLength(4)
  expect(printing.paper().map((text) => text.includes('REPRINT'))).toEqual([false, false, true, true])
  expect((await desk.row(id)).timeline.filter(({ what }) => what === 'print')).toMatchObject([
    { detail: '1', by: { person: 'Sara' } },
    { detail: '2', by: { person: 'Sara' } },
  ])
})

test('prints one copy for two people who press at once', async () => {
  const { desk, clock, printing, printer } = await openShop([printRule('full', 'demand')])
  const { id } = await acceptOrder(desk)
  const press = () => desk.post(`/api/desk/orders/${id}/print`, { printer_id: printer.id, what: 'full' })
  const answers = await Promise.all([press(), press()])
  const [one, other] = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { data: PrintJob }).data),
  )
  expect(one?.id).toBe(other?.id)
  await clock.advance(10 * second)
  expect(printing.paper()).toHaveLength(1)
})

test('goes on by itself once the store works again', async () => {
  const clock = createTestClock()
  const store = createBreakableStore()
  const printing = createTestPrinting(clock)
  const desk = createTestDesk({ clock, store, printing: printing.outside })
  await desk.open()
  await addPrinter(desk)
  printing.isUp = false
  await acceptOrder(desk)
  store.isDown = true
  await clock.advance(60 * second)
  printing.isUp = true
  store.isDown = false
  await clock.advance(40 * second)
  expect(printing.paper()).toHaveLength(1)
})

test('prints on one of two servers', async () => {
  const clock = createTestClock()
  const store = createMemoryStore(clock)
  const printing = createTestPrinting(clock)
  const options = { clock, store, printing: printing.outside }
  const first = createTestDesk(options)
  await first.open()
  const desks = [first, createTestDesk({ ...options, vendor: first.vendor })] as const
  await desks[1].open()
  await addPrinter(desks[1])
  await clock.advance(5 * second)
  for (const desk of [...desks, ...desks]) await acceptOrder(desk)
  await clock.advance(30 * second)
  expect(printing.paper()).toHaveLength(4)
  expect(statesIn(await jobsOf(desks[0]))).toEqual(['printed', 'printed', 'printed', 'printed'])
})
