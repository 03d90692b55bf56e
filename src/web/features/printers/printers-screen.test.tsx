import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { systemClock } from '#contract/system-clock.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { openPage } from '#testing/open-page.tsx'
import { createTestPrinting } from '#testing/printing.ts'

const button = (name: string) => screen.findByRole('button', { name })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const printer = (name: string) => screen.findByRole('listitem', { name })

/** The screen on a desk that can print. */
async function open(who: 'Sara' | 'Omar' | 'nobody' = 'Sara') {
  const printing = createTestPrinting(systemClock)
  const store = createMemoryStore()
  const page = await openPage({ at: () => '/printers', printing: printing.outside, store, who })
  return { ...page, store }
}

type Page = Awaited<ReturnType<typeof open>>

async function add({ user }: Pick<Page, 'user'>, name: string, address?: string) {
  await user.click(await button('Add a printer'))
  const form = await dialog('Add a printer')
  await user.type(form.getByRole('textbox', { name: 'Name' }), name)
  if (address !== undefined) await user.type(form.getByRole('textbox', { name: 'Address' }), address)
  return form
}

test('says what printers do while there is none, and adds the first', async () => {
  const page = await open()
  const { user, store } = page
  expect(await screen.findByText('Until you add one, you print from the tablet.')).toBeVisible()
  const form = await add(page, 'Kitchen')
  const press = () => user.click(form.getByRole('button', { name: 'Add' }))
  await press()
  const address = form.getByRole('textbox', { name: 'Address' })
  expect(address).toHaveAccessibleDescription('Enter the printer’s address.')
  await user.type(address, 'printer.example')
  await press()
  await waitFor(() => expect(address).toHaveAccessibleDescription(/^Only an address in the shop’s own network works/))
  await user.clear(address)
  await user.type(address, '192.168.1.50')
  await user.selectOptions(form.getByRole('combobox', { name: 'Bag label: when' }), 'When ready')
  await user.selectOptions(form.getByRole('combobox', { name: 'Bag label: copies' }), '2 copies')
  await user.selectOptions(form.getByRole('combobox', { name: 'Second language' }), 'العربية')
  await user.click(form.getByRole('radio', { name: 'Roll, 58 mm' }))
  await user.click(form.getByRole('checkbox', { name: 'Open the cash drawer' }))
  await press()
  const row = await printer('Kitchen')
  expect(row).toHaveTextContent('Not heard from yet')
  expect(row).toHaveTextContent('Kitchen ticket when accepted · Bag label × 2 when ready · Full ticket on demand')
  expect(row).toHaveTextContent('ESC/POS 192.168.1.50:9100 · 58 mm · English + العربية · Opens the drawer')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await store.printers()).toMatchObject([{ kind: 'escpos', languages: ['en', 'ar'], width: 58 }])
})

test('changes a printer, refuses a name that is taken, and removes one', async () => {
  const page = await open()
  const { user } = page
  for (const name of ['Bar', 'Kitchen'])
    await user.click((await add(page, name, '10.0.0.9:9101')).getByRole('button', { name: 'Add' }))
  await user.click(await button('Edit Kitchen'))
  const form = await dialog('Edit Kitchen')
  const name = form.getByRole('textbox', { name: 'Name' })
  expect(form.getByRole('textbox', { name: 'Address' })).toHaveValue('10.0.0.9:9101')
  expect(form.queryByRole('group', { name: 'Connection' })).toBeNull()
  await user.clear(name)
  await user.type(name, 'bar')
  await user.selectOptions(form.getByRole('combobox', { name: 'Back-up printer' }), 'Bar')
  await user.selectOptions(form.getByRole('combobox', { name: 'Kitchen ticket: when' }), 'Never')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(name).toHaveAccessibleDescription('Another printer has this name.'))
  await user.type(name, ' 2')
  await user.click(form.getByRole('button', { name: 'Save' }))
  const row = await printer('bar 2')
  expect(row).toHaveTextContent('Full ticket on demand')
  expect(row).toHaveTextContent('Back-up: Bar')
  await user.click(await button('Remove Bar'))
  await user.click((await dialog('Remove Bar')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Bar' })).toBeNull())
  expect(await printer('bar 2')).not.toHaveTextContent('Back-up')
})

test.each([
  [
    'Star CloudPRNT',
    /^http:\/\/desk\.test\/print\/cloudprnt\/\S{20,}$/,
    /CloudPRNT, type this address as the Server URL/,
  ],
  ['Epson Server Direct Print', /^http:\/\/desk\.test\/print\/epson\/\S{20,}$/, /Under Server Direct Print/],
])('shows the address of a printer with %s once, and where to type it in', async (kind, address, how) => {
  const page = await open()
  const { user } = page
  const form = await add(page, 'Counter')
  await user.click(form.getByRole('radio', { name: kind }))
  expect(form.queryByRole('textbox', { name: 'Address' })).toBeNull()
  await user.click(form.getByRole('button', { name: 'Add' }))
  const shown = await dialog('Connect Counter')
  expect(shown.getByText(how)).toBeVisible()
  expect(shown.getByText(/^This address is shown only now/)).toBeVisible()
  const { textContent: url } = shown.getByText(address)
  await user.click(shown.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(url)
  await user.click(shown.getByRole('button', { name: 'Done' }))
  expect(await printer('Counter')).toHaveTextContent(kind)
  expect(screen.queryByText(address)).toBeNull()
})

test('prints only some categories, with those below them', async () => {
  const page = await open()
  const { user, store } = page
  const form = await add(page, 'Bar', '10.0.0.9')
  await user.click(form.getByRole('radio', { name: 'Some categories' }))
  const press = () => user.click(form.getByRole('button', { name: 'Add' }))
  await press()
  expect(await form.findByText('Choose at least one category.')).toBeVisible()
  const list = await form.findByRole('list', { name: 'Categories' })
  const [first] = within(list).getAllByRole('checkbox')
  if (first) await user.click(first)
  const chosen = within(list).getAllByRole('checkbox', { checked: true })
  await press()
  expect(await printer('Bar')).toHaveTextContent(/Only \d+ categor/)
  const [stored] = await store.printers()
  expect(stored?.categoryIds).toHaveLength(chosen.length)
})

test('makes a test print, and shows what became of it', async () => {
  const page = await open()
  const { user, store } = page
  await user.click((await add(page, 'Kitchen', '10.0.0.9')).getByRole('button', { name: 'Add' }))
  await user.click(await button('Test print on Kitchen'))
  const row = await printer('Kitchen')
  await waitFor(() => expect(row).toHaveTextContent('Test print: Waiting'))
  const [job] = await store.latestPrintJobs(1)
  if (job) await store.savePrintJob({ ...job, state: 'failed', problem: 'paper_out' })
  await vi.advanceTimersByTimeAsync(5000)
  await waitFor(() => expect(row).toHaveTextContent('Test print: Not printedOut of paper. Put in a new roll.'))
})

test('lists what was printed, and prints again what failed or may have printed', async () => {
  const page = await open()
  const { user, store } = page
  await user.click((await add(page, 'Kitchen', '10.0.0.9')).getByRole('button', { name: 'Add' }))
  for (let press = 0; press < 2; press += 1) await user.click(await button('Test print on Kitchen'))
  await waitFor(async () => expect(await store.latestPrintJobs(9)).toHaveLength(2))
  const [newer, older] = await store.latestPrintJobs(9)
  if (!newer || !older) throw new Error('Nothing is to be printed.')
  const ofOrder = { orderId: '70001', number: 'A-845', what: 'kitchen' } as const
  await store.savePrintJob({ ...newer, ...ofOrder, state: 'unknown', problem: 'interrupted' })
  await store.savePrintJob({ ...older, state: 'printed' })
  const jobs = await screen.findByRole('region', { name: 'Latest tickets' })
  await vi.advanceTimersByTimeAsync(5000)
  await within(jobs).findByText('May have printed')
  const [unknown, printed] = within(jobs).getAllByRole('listitem')
  expect(unknown).toHaveTextContent('It may already be on paper; the copy says REPRINT.')
  expect(within(jobs).getByRole('link', { name: 'A-845' })).toHaveAttribute('href', '/orders/70001')
  expect(printed).toHaveTextContent('Test printPrinted')
  await user.click(within(jobs).getByRole('button', { name: 'Print again: Kitchen ticket, A-845' }))
  expect(await within(jobs).findByText('Sent again')).toBeVisible()
  expect(within(jobs).queryByRole('button')).toBeNull()
  await waitFor(() => expect(within(jobs).getByText('Reprint')).toBeVisible())
})

test('tells somebody else that only a manager can change printers', async () => {
  await open('Omar')
  expect(await screen.findByText('Only a manager can change printers.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add a printer' })).toBeNull()
})

test('asks for a sign-in first', async () => {
  await open('nobody')
  expect(await screen.findByText('Sign in to see the printers.')).toBeVisible()
})
