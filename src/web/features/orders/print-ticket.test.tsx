import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PrintRule } from '#contract/desk/printers.ts'
import { systemClock } from '#contract/system-clock.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { openPage } from '#testing/open-page.tsx'
import { createTestPrinting } from '#testing/printing.ts'
import { dropTicket, tickets } from '#web/api/screen-state.ts'
import { practicePrinter } from '#practice/practice-printer.ts'

/** A browser that prints at once. */
function stubPrint() {
  const printed = vi.fn<() => void>(() => void dispatchEvent(new Event('afterprint')))
  vi.stubGlobal('print', printed)
  return printed
}

// The queue belongs to the page and outlives a screen.
afterEach(() => tickets.read().forEach(dropTicket))

const secret = 'a-webhook-secret-of-this-test'

/** An order's screen on a desk with these printers, each with what it prints. */
async function open(printers: Readonly<Record<string, readonly PrintRule[]>>, who: 'Omar' | 'nobody' = 'Omar') {
  const store = createMemoryStore()
  for (const [name, prints] of Object.entries(printers))
    await store.savePrinter({ ...practicePrinter(0), id: name.toLowerCase(), name, prints })
  let orderId = ''
  const page = await openPage({
    at: (vendor) => `/orders/${(orderId = vendor.placeOrder().id)}`,
    printing: createTestPrinting(systemClock).outside,
    store,
    who,
    webhookSecret: secret,
  })
  await page.notify(orderId)
  return { ...page, store, orderId }
}

const printButton = () => screen.findByRole('button', { name: 'Print ticket' })
const choice = () => screen.findByRole('combobox', { name: 'Ticket and printer' })
const full: PrintRule = { what: 'full', on: 'demand', copies: 1 }
const kitchen: PrintRule = { what: 'kitchen', on: 'accept', copies: 1 }

test('sends the full ticket to the printer that prints it on demand, or another one to another', async () => {
  const { user, store, orderId } = await open({ Bar: [kitchen], Counter: [full] })
  expect(await choice()).toHaveDisplayValue('Full ticket · Counter')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Bags' }), '2')
  await user.click(await printButton())
  expect(await screen.findByText('Sent to Counter')).toBeVisible()
  expect(await store.latestPrintJobs(9)).toMatchObject(
    [2, 1].map((bag) => ({ orderId, printerId: 'counter', what: 'full', bag, bags: 2 })),
  )
  await user.selectOptions(await choice(), 'Kitchen ticket · Bar')
  await user.click(await printButton())
  expect(await screen.findByText('Sent to Bar')).toBeVisible()
  expect(await store.latestPrintJobs(1)).toMatchObject([{ printerId: 'bar', what: 'kitchen' }])
})

test('sends the full ticket to the first printer if none prints it on demand', async () => {
  await open({ Bar: [kitchen], Counter: [kitchen] })
  expect(await choice()).toHaveDisplayValue('Full ticket · Bar')
  expect(within(await choice()).getAllByRole('option')).toHaveLength(6)
})

test('says what to do if a ticket was not sent, and prints from the tablet', async () => {
  const { user, ask } = await open({ Counter: [full] })
  await choice()
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    path.endsWith('/print') ? Promise.reject(new TypeError('No connection')) : ask(path, init),
  )
  await user.click(await printButton())
  const status = await screen.findByText('Not sent to Counter. Try again, or print from this tablet.')
  expect(status).toHaveAttribute('role', 'status')
  const printed = stubPrint()
  await user.click(screen.getByRole('button', { name: 'Print from this tablet' }))
  await waitFor(() => expect(printed).toHaveBeenCalled())
})

test.each([
  ['without a printer', {}, 'Omar'],
  ['while nobody is signed in', { Counter: [full] }, 'nobody'],
] as const)('prints by the browser %s', async (_, printers, who) => {
  const { user, store } = await open(printers, who)
  const printed = stubPrint()
  await user.click(await printButton())
  await waitFor(() => expect(printed).toHaveBeenCalled())
  expect(screen.queryByRole('combobox', { name: 'Ticket and printer' })).toBeNull()
  expect(await store.latestPrintJobs(9)).toEqual([])
})
