import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '#contract/system-clock.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { createTicketDrawer } from '#server/node/printing/ticket-drawer.ts'
import { printCommands } from '#server/printing/escpos.ts'
import { ticketPage } from '#server/printing/ticket-page.ts'
import { sampleRecord, printedAt } from '#testing/ticket-sample.ts'
import { startNetworkPrinter, type NetworkPrinter } from '../network-printer.ts'
import { startShop, type RunningShop } from '../shop-process.ts'
import { inTurns, median, row, type Row } from './figures.ts'

const rounds = 25
const tickets = 30
const lines = 40
const width = 576
const drawingGoalMs = 60

/** A ticket of 40 lines. */
function longPage() {
  const record = sampleRecord()
  const order = record.order as { readonly items: readonly unknown[] } // As the sample has it.
  const items = Array.from({ length: lines }, (_, index) => order.items[index % 8])
  return ticketPage({
    record: { ...record, order: { ...order, items } },
    job: { what: 'full', bag: 1, bags: 1, sheet: 1, sheets: 1, copy: 1, standsInFor: null },
    printer: { languages: ['en'], categoryIds: null, coveredIds: null },
    matches: [],
    mode: 'live',
    printedAt,
  })
}

/**
 * From the press of Accept to the first dots at a printer on the network, beside a loop that connects to it and sends
 * the same kind of image; and the drawing of a ticket of 40 lines in its thread, beside the goal.
 */
export async function printing(): Promise<readonly Row[]> {
  const drawer = createTicketDrawer(systemClock)
  const page = longPage()
  const image = await drawer.draw(page, width)
  const commands = printCommands(image, false)
  const [printer, bare] = [await startNetworkPrinter('127.45.0.1'), await startNetworkPrinter('127.45.0.2')]
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  const ask = await managerOf(shop)
  await ask('/api/desk/printers', { name: 'Kitchen', kind: 'escpos', address: printer.address })
  await sleep(2000)
  const accepted = await inTurns(
    rounds,
    () => accept(shop, printer, ask),
    () => send(bare, commands),
  )
  const drawn: number[] = []
  for (let ticket = 0; ticket < tickets; ticket += 1) {
    const startedAt = performance.now()
    await drawer.draw(page, width)
    drawn.push(performance.now() - startedAt)
  }
  await Promise.all([shop.stop(), printer.stop(), bare.stop(), drawer.close()])
  return [
    row('accept to the first dots', 'ms', median(accepted.ours), 'a loop that sends', median(accepted.peer)),
    row(`a ticket of ${lines} lines drawn`, 'ms', median(drawn), 'the goal', drawingGoalMs),
  ]
}

type Ask = (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Response>

/** Requests as a manager's tablet sends them. */
async function managerOf(shop: RunningShop): Promise<Ask> {
  await shop.hire({ name: 'Sara', pin: '4321', isManager: true })
  const [cookie = ''] = await shop.admit(1, 'Sara')
  return (path, body, headers = {}) =>
    fetch(shop.desk.url + path, {
      method: 'POST',
      headers: {
        Cookie: cookie,
        Origin: shop.desk.url,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
}

async function accept(shop: RunningShop, printer: NetworkPrinter, ask: Ask): Promise<number> {
  const { id } = shop.vendor.placeOrder()
  while (!(await shop.readStore((store) => store.find(id)))?.order) await sleep(50)
  const before = printer.firstDotsAt.length
  const startedAt = performance.now()
  const answer = await ask(`${vendorPrefix}/orders/${id}/accept`, undefined, { 'Idempotency-Key': randomUUID() })
  if (answer.status !== 200) throw new Error(`The order was not accepted: ${answer.status}.`)
  return firstDots(printer, before, startedAt)
}

async function send(printer: NetworkPrinter, commands: Uint8Array): Promise<number> {
  const before = printer.firstDotsAt.length
  const startedAt = performance.now()
  const [host, port] = printer.address.split(':')
  connect({ host, port: Number(port) }).end(commands)
  return firstDots(printer, before, startedAt)
}

async function firstDots({ firstDotsAt }: NetworkPrinter, before: number, startedAt: number): Promise<number> {
  for (let waited = 0; firstDotsAt.length === before; waited += 1) {
    if (waited > 5000) throw new Error('Nothing was printed within 10 s.')
    await sleep(2)
  }
  return (firstDotsAt[before] ?? Number.NaN) - startedAt
}
