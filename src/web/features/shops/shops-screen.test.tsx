import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ShopSummary } from '#contract/desk/shops.ts'
import { answersUnderWay, countAnswer } from '#web/api/screen-state.ts'
import { openPage } from '#testing/open-page.tsx'

const here = { name: 'Karrada', url: 'http://desk.test' }
const mansour = { name: 'المنصور', url: 'https://mansour.example' }
const dora = { name: 'Dora', url: 'https://dora.example' }
const key = 'vd_abc_0123456789abcdef'

const summary = (change: Partial<ShopSummary> = {}): ShopSummary => {
  const now = Date.now()
  const at = (secondsAgo: number) => new Date(now - secondsAgo * 1000).toISOString()
  return {
    server_time: at(0),
    waiting: 3,
    waiting_since: at(250),
    counters: { there: 1, ringing: 0 },
    printers: [{ name: 'Kitchen', is: 'paper_out', since: at(600) }],
    alarms: [{ code: 'disk_low', since: at(600) }],
    today: {
      from: at(7200),
      time_zone: 'Asia/Baghdad',
      orders: 42,
      missed: 1,
      sales: [{ currency: 'IQD', orders: 40, total: '1250000' }],
    },
    ...change,
  }
}

const row = (name: string) => screen.findByRole('listitem', { name })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

/** The screen; the other desks answer so. */
async function open(answer: () => unknown, options: Partial<Parameters<typeof openPage>[0]> = {}) {
  const asked: string[] = []
  const page = await openPage({
    at: () => '/shops',
    otherDesks: [here, mansour, dora],
    askDesk: async (url, given) => {
      asked.push(`${url.host} ${given}`)
      const data = answer()
      return typeof data === 'number'
        ? { status: data, retryAfter: undefined, text: '' }
        : { status: 200, retryAfter: undefined, text: JSON.stringify({ data }) }
    },
    ...options,
  })
  const addKey = async (name: string, value = key) => {
    await page.user.click(await screen.findByRole('button', { name: `Add key: ${name}` }))
    const form = await dialog(`Add key: ${name}`)
    await page.user.type(form.getByLabelText('New key'), value)
    await page.user.click(form.getByRole('button', { name: 'Save' }))
    return form
  }
  return { ...page, asked, addKey }
}

test('shows every shop, and asks for a key where there is none', async () => {
  const { asked } = await open(summary)
  expect(await screen.findByRole('heading', { level: 1, name: 'All shops' })).toBeVisible()
  expect(await row('Karrada')).toHaveTextContent('You are here')
  expect(within(await row('Karrada')).queryByRole('link')).toBeNull()
  expect(await row('المنصور')).toHaveTextContent('No key yet')
  expect(await row('المنصور')).toHaveTextContent('Add a key from that shop’s desk to see it here.')
  expect(within(await row('المنصور')).getByRole('link')).toHaveAttribute('href', mansour.url)
  expect(screen.getByText('No orders waiting')).toHaveTextContent('1 of 3 shops up to date')
  expect(asked).toEqual([])
})

test('adds a key, and shows first the shop that needs somebody, in words', async () => {
  const { asked, addKey } = await open(summary)
  await addKey('Dora')
  await waitFor(async () => expect(await row('Dora')).toHaveTextContent('3 waiting'))
  expect(asked[0]).toBe(`dora.example ${key}`)
  expect(screen.queryByRole('dialog')).toBeNull()
  const shop = await row('Dora')
  for (const words of [
    'oldest: 4 min',
    'Sound off',
    'Kitchen: out of paper',
    'Disk almost full',
    '42 orders today',
    '1 missed',
  ])
    expect(shop).toHaveTextContent(words)
  expect(shop).toHaveTextContent(/Sales IQD\s1,250,000/)
  expect(screen.getAllByRole('listitem')[0]).toBe(shop)
  expect(screen.getByText('3 orders waiting')).toBeVisible()
})

test('keeps the last line of a shop that no longer answers, and says since when', async () => {
  let answer: unknown = summary()
  const { addKey } = await open(() => answer)
  await addKey('Dora')
  await waitFor(async () => expect(await row('Dora')).toHaveTextContent('3 waiting'))
  answer = 503
  await act(() => vi.advanceTimersByTimeAsync(12_000))
  const shop = await row('Dora')
  await waitFor(() => expect(shop).toHaveTextContent(/Server error since \d/))
  expect(shop).toHaveTextContent(/3 waiting\s*as of \d\d:\d\d/)
  expect(shop).toHaveTextContent(/42 orders by \d\d:\d\d/)
  for (const unknown of ['oldest', 'Sound', 'Kitchen', 'Disk', 'today']) expect(shop).not.toHaveTextContent(unknown)
  expect(screen.getByText(/^No orders waiting/)).toHaveTextContent(
    / · 3 at Dora as of \d\d:\d\d · 1 of 3 shops up to date$/,
  )
})

test('sums what waited at shops out of contact, apart from what waits', async () => {
  let answer: unknown = summary()
  const { addKey } = await open(() => answer, { otherDesks: [here, dora, { ...mansour, name: 'Mansour' }] })
  await addKey('Dora')
  await addKey('Mansour')
  await waitFor(() => expect(screen.getByText('6 orders waiting')).toBeVisible())
  answer = 503
  await act(() => vi.advanceTimersByTimeAsync(12_000))
  await waitFor(() =>
    expect(screen.getByText(/^No orders waiting/)).toHaveTextContent(/ · 6 at 2 shops not up to date · /),
  )
})

test('names the day of a shop where it is another one than here', async () => {
  let timeZone = ''
  const { addKey } = await open(() => summary({ today: { ...summary().today, time_zone: timeZone } }))
  const dayIn = (zone?: string) => new Date().toLocaleDateString('en', { timeZone: zone })
  // They are more than a day apart, so that it is another day in one of them.
  timeZone = ['Etc/GMT+12', 'Etc/GMT-14'].find((zone) => dayIn(zone) !== dayIn()) ?? ''
  const named = new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric', timeZone })
  await addKey('Dora')
  await waitFor(async () => expect(await row('Dora')).toHaveTextContent(`42 orders on ${named.format(Date.now())}`))
})

test('takes figures with an unknown time zone to be of today', async () => {
  const { addKey } = await open(() => summary({ today: { ...summary().today, time_zone: 'Mars/Olympus' } }))
  await addKey('Dora')
  await waitFor(async () => expect(await row('Dora')).toHaveTextContent('42 orders today'))
})

test('offers to change a key that works only after a press, because it is seldom changed', async () => {
  const { addKey, user } = await open(summary)
  expect(screen.queryByRole('button', { name: 'Change keys' })).toBeNull()
  await addKey('Dora')
  await waitFor(async () => expect(await row('Dora')).toHaveTextContent('3 waiting'))
  expect(screen.queryByRole('button', { name: 'Change key: Dora' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Change keys' }))
  await user.click(within(await row('Dora')).getByRole('button', { name: 'Change key: Dora' }))
  expect(await screen.findByRole('dialog', { name: 'Change key: Dora' })).toBeVisible()
})

test('sends a key once, however often Enter is pressed', async () => {
  const { user } = await open(summary)
  await user.click(await screen.findByRole('button', { name: 'Add key: Dora' }))
  const field = (await dialog('Add key: Dora')).getByLabelText('New key')
  await user.type(field, key)
  const desk = globalThis.fetch
  const sent = vi.fn<(body: unknown) => void>()
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    if (init?.method === 'PUT') sent(init.body)
    return desk(address, init)
  })
  const form = field.closest('form')
  if (form) [1, 2].forEach(() => fireEvent.submit(form))
  await waitFor(async () => expect(await row('Dora')).toHaveTextContent('3 waiting'))
  expect(sent).toHaveBeenCalledOnce()
})

test('says what to do about a key that is refused, and changes or removes it', async () => {
  const { addKey, user } = await open(() => 401)
  await addKey('Dora')
  await waitFor(async () => expect(await row('Dora')).toHaveTextContent(/Key refused since \d/))
  expect(await row('Dora')).toHaveTextContent('Create a new key at that shop’s desk, and enter it here.')
  await user.click(await screen.findByRole('button', { name: 'Change key: Dora' }))
  const form = await dialog('Change key: Dora')
  expect(form.getByLabelText('New key')).toHaveValue('')
  await user.click(form.getByRole('button', { name: 'Remove key' }))
  await waitFor(async () => expect(await row('Dora')).toHaveTextContent('No key yet'))
})

test('refuses what is no key, in the form', async () => {
  const { addKey } = await open(summary)
  const form = await addKey('Dora', 'short')
  await waitFor(() => expect(form.getByLabelText('New key')).toHaveAccessibleDescription(/^This is not a key/))
})

test('has no links to other shops while an answer is under way', async () => {
  await open(summary)
  await row('Dora')
  act(() => countAnswer(1))
  expect(within(await row('Dora')).queryByRole('link')).toBeNull()
  expect(screen.getByText(/Something is still being sent/)).toBeVisible()
  act(() => countAnswer(-1))
  expect(answersUnderWay.read()).toBe(0)
  expect(within(await row('Dora')).getByRole('link')).toBeVisible()
})

test('is for managers, and asks others to sign in', async () => {
  await open(summary, { who: 'Omar' })
  expect(await screen.findByText('Only a manager can see all shops.')).toBeVisible()
})

test('asks to sign in first', async () => {
  await open(summary, { who: 'nobody' })
  expect(await screen.findByText('Sign in to see all shops.')).toBeVisible()
})

test('says who can add other shops to a desk that knows none, and stands in Manage there too', async () => {
  await open(summary, { otherDesks: undefined })
  expect(await screen.findByText(/^No other shops yet\. Ask whoever set up this desk .*OTHER_DESKS/)).toBeVisible()
  const manage = within(await screen.findByRole('navigation', { name: 'Manage' }))
  expect(manage.getByRole('link', { current: 'page' })).toHaveTextContent('Shops')
  expect(await row('This shop')).toBeVisible()
})

test('is reached from Manage in a chain only, and from the switcher', async () => {
  const { user, address } = await open(summary, { at: () => '/staff' })
  const manage = within(await screen.findByRole('navigation', { name: 'Manage' }))
  expect(await manage.findByRole('link', { name: 'Shops' })).toHaveAttribute('href', '/shops')
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await user.click(await screen.findByRole('button', { name: 'Shops' }))
  const switcher = await dialog('Go to another shop')
  await user.click(await switcher.findByRole('link', { name: 'All shops' }))
  expect(address()).toBe('/shops')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('has no place in Manage at a single shop', async () => {
  await open(summary, { at: () => '/staff', otherDesks: [here] })
  const manage = within(await screen.findByRole('navigation', { name: 'Manage' }))
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(manage.queryByRole('link', { name: 'Shops' })).toBeNull()
})

test('speaks the tablet’s language', async () => {
  const arabic = await open(summary, { language: 'ar' })
  await arabic.user.click(await screen.findByRole('button', { name: 'إضافة مفتاح: المنصور' }))
  expect(await screen.findByRole('dialog', { name: 'إضافة مفتاح: المنصور' })).toBeVisible()
})
