import type { Page } from '@playwright/test'
import { type Printer, printing, type PrintJob } from '#contract/desk/printers.ts'
import type { Stage } from './stage.ts'

const minuteMs = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString()

const printer = (id: string, name: string, is: Printer['state']['is'], rest: Partial<Printer> = {}): Printer => ({
  id,
  name,
  kind: 'escpos',
  address: `192.168.1.${50 + Number(id)}:9100`,
  width: 80,
  prints: [{ what: 'kitchen', on: 'accept', copies: 1 }],
  languages: ['en'],
  category_ids: null,
  backup_id: null,
  opens_drawer: false,
  state: { is, since: ago(Number(id) * 7), seen_at: is === 'unknown' ? null : ago(0) },
  ...rest,
})

const full = { what: 'full', on: 'demand', copies: 1 } as const
const asks = { kind: 'cloudprnt', address: null } as const

/** A printer in each state. */
const printers: readonly Printer[] = [
  printer('1', 'Counter', 'ready', { prints: [full], opens_drawer: true }),
  printer('2', 'Kitchen', 'paper_out', {
    prints: [{ what: 'kitchen', on: 'accept', copies: 2 }, full],
    languages: ['en', 'ar'],
    backup_id: '1',
  }),
  printer('3', 'البار', 'paper_low', { ...asks, category_ids: ['4', '7'] }),
  printer('4', 'Grill', 'cover_open', { width: 58 }),
  printer('5', 'Bakery', 'error'),
  printer('6', 'Packing', 'unreachable', { prints: [{ what: 'bag', on: 'ready', copies: 1 }] }),
  printer('7', 'Terrace', 'unknown', { kind: 'epson', address: null }),
]

const job = (place: number, rest: Partial<PrintJob>): PrintJob => ({
  id: `job-${place}`,
  order_id: null,
  number: null,
  printer_id: '2',
  stands_in_for: null,
  what: 'kitchen',
  state: 'printed',
  is_reprint: false,
  printed_again: false,
  created_at: ago(place * 3),
  tries: 1,
  problem: null,
  ...rest,
})

function jobsOf({ orders: { waiting, preparing, ready, long } }: Stage): readonly PrintJob[] {
  const of = ({ id, printNumber }: typeof waiting) => ({ order_id: id, number: printNumber })
  return [
    job(1, { ...of(preparing), state: 'sending' }),
    job(2, { ...of(ready), state: 'queued', problem: 'paper_out' }),
    job(3, { ...of(waiting), state: 'unknown', problem: 'interrupted' }),
    job(4, { ...of(long), state: 'failed', problem: 'too_late', printer_id: '6', what: 'bag' }),
    job(5, { ...of(ready), printer_id: '1', stands_in_for: 'Kitchen' }),
    job(6, { ...of(preparing), what: 'full', is_reprint: true, printer_id: '1' }),
    job(7, { what: 'test' }),
    job(8, { ...of(long), printer_id: 'gone' }),
  ]
}

/** Gives the page printers, and what they printed; none with `isEmpty`. The scenes need no paper for it. */
export async function withPrinters(page: Page, stage: Stage, isEmpty = false): Promise<void> {
  const answers: readonly (readonly [string, unknown])[] = [
    [printing.printers.path, isEmpty ? [] : printers],
    [printing.jobs.path, isEmpty ? [] : jobsOf(stage)],
    [printing.choices.path, printers.map(({ id, name }) => ({ id, name, prints: ['full', 'kitchen', 'bag'] }))],
  ]
  for (const [path, data] of answers) {
    await page.route(`**${path}`, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { data } })
        : route.fulfill({
            json: { data: { ...printers[2], poll_url: `https://desk.example/print/cloudprnt/${'k'.repeat(22)}` } },
          }),
    )
  }
  await page.route(`**${printing.printOrder.path.replace(':orderId', '*')}`, (route) =>
    route.fulfill({ json: { data: job(0, { what: 'full' }) } }),
  )
  await page.reload()
}
