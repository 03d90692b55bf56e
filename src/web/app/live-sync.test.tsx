import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { seenVersion } from '#web/api/feed/told-version.ts'
import { openPage, type OpenPage } from '#testing/open-page.tsx'

const live = { isLive: true, isWatching: true, webhookSecret: 'a-webhook-secret-of-this-test' }

/** The desk hears of a new order, which is on the board then. */
async function come({ vendor, tell }: OpenPage): Promise<void> {
  const { id, printNumber } = vendor.placeOrder()
  await tell(id)
  await screen.findByRole('article', { name: new RegExp(printNumber) })
}

const firstOf = (name: string) => screen.getAllByRole('button', { name })[0] ?? expect.fail(`There is no ${name}.`)

/** The desk's versions begin anew with each test, and the page's do not: orders come until it has seen a new one. */
async function comeAnew(page: OpenPage): Promise<void> {
  const before = seenVersion()
  while (seenVersion() <= before) {
    await come(page)
    await vi.advanceTimersByTimeAsync(1000)
  }
}

/**
 * @param answer what an address is answered with in the desk's place; nothing where the desk answers.
 * @returns the version that the page says with its latest request, by what an address ends with.
 */
function noteVersions(page: OpenPage, answer: (path: string) => Response | Promise<void> | undefined) {
  const versions = new Map<string, number>()
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    versions.set(path.replaceAll(/.*\/|\d+/g, ''), Number(new Headers(init?.headers).get('X-Told-Version')))
    return (await answer(path)) ?? page.ask(path, init)
  })
  return versions
}

/** @returns the addresses that the page asks for from now on. */
function noteReads(page: OpenPage): readonly string[] {
  const read: string[] = []
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    read.push(path)
    return page.ask(path, init)
  })
  return read
}

test('the lamp goes out on a board that hears no more of the trouble that another screen had', async () => {
  const page = await openPage({
    ...live,
    at(vendor) {
      vendor.faults.add({ kind: 'unauthenticated', on: 'listItems', times: Infinity })
      return '/catalog/items'
    },
  })
  await screen.findByRole('alert')
  await page.user.click(screen.getByRole('link', { name: 'Orders' }))
  page.vendor.faults.clear()
  await come(page)
  expect(screen.getAllByText(/token/i)).not.toEqual([])
  // The desk has read that order since.
  await vi.advanceTimersByTimeAsync(20_000)
  await waitFor(() => expect(screen.queryAllByText(/token/i)).toEqual([]))
})

test('what the board says of the token goes once the service takes it again', async () => {
  const page = await openPage({ ...live, at: () => '/' })
  await come(page)
  page.vendor.faults.add({ kind: 'unauthenticated', times: Infinity })
  await vi.advanceTimersByTimeAsync(20_000)
  await waitFor(() => expect(screen.getAllByText(/token/i)).not.toEqual([]))
  page.vendor.faults.clear()
  await vi.advanceTimersByTimeAsync(60_000)
  await waitFor(() => expect(screen.queryAllByText(/token/i)).toEqual([]))
})

test('the lamp of a tablet that asks for nothing says that the service is down, until an order is read again', async () => {
  const page = await openPage({ ...live, at: () => '/' })
  await come(page)
  const says = 'The vendor service does not answer.'
  page.vendor.faults.add({ kind: 'error', times: Infinity })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await screen.findByText(says)).toBeVisible()
  // However long it lasts.
  await vi.advanceTimersByTimeAsync(130_000)
  expect(screen.getByText(says)).toBeVisible()
  page.vendor.faults.clear()
  await page.ask(`/api/developer/v1/orders/${page.vendor.orders.all()[0]?.id}`)
  expect(await screen.findByText('Live')).toBeVisible()
})

test('a board reads the rows that changed, and nothing else of their orders', async () => {
  const page = await openPage({ ...live, at: () => '/' })
  await come(page)
  const read = noteReads(page)
  const { id, printNumber } = page.vendor.placeOrder()
  await page.tell(id)
  await screen.findByRole('article', { name: new RegExp(printNumber) })
  const ofOrder = read.filter((path) => path.startsWith(`/api/desk/orders/${id}`))
  expect(ofOrder).not.toEqual([])
  expect(new Set(ofOrder)).toEqual(new Set([`/api/desk/orders/${id}?only=row`]))
})

test('a page that was just opened reads the catalog once, and again after the line was lost', async () => {
  const page = await openPage({ isLive: true, at: () => '/catalog/items' })
  const { promise: isThere, resolve: connect } = Promise.withResolvers<void>()
  const read: string[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    read.push(path)
    if (path === '/api/desk/feed') await isThere
    return page.ask(path, init)
  })
  const reads = () => ['/items', '/brands', '/session'].map((part) => read.filter((path) => path.includes(part)).length)
  await screen.findByRole('table')
  await waitFor(() => expect(reads()).toEqual([1, 3, 0]))
  connect()
  // Who this is may have changed; what is in the catalog the feed does not tell.
  await waitFor(() => expect(reads()).toEqual([1, 3, 1]))
  await vi.advanceTimersByTimeAsync(2000)
  expect(reads()).toEqual([1, 3, 1])
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(reads()[0]).toBe(2))
})

test('a board that could not read what the feed told of asks again until it can', async () => {
  const page = await openPage({ ...live, at: () => '/' })
  await come(page)
  let isBroken = true
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    isBroken && path.startsWith('/api/desk/orders')
      ? new Response('Bad gateway', { status: 502 })
      : page.ask(path, init),
  )
  const { id, printNumber } = page.vendor.placeOrder()
  await page.tell(id)
  // The row, the board in its place, and the board once more.
  await vi.advanceTimersByTimeAsync(3000)
  expect(screen.queryByRole('article', { name: new RegExp(printNumber) })).toBeNull()
  isBroken = false
  await vi.advanceTimersByTimeAsync(6000)
  await screen.findByRole('article', { name: new RegExp(printNumber) })
})

test('an answer on the board is followed by its row alone, of which the feed tells', async () => {
  const page = await openPage({ ...live, at: () => '/' })
  await come(page)
  const read = noteReads(page)
  await page.user.click(screen.getByRole('button', { name: 'Accept order' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept order' })).toBeNull())
  await vi.advanceTimersByTimeAsync(1000)
  expect(read.some((path) => path.endsWith('?only=row'))).toBe(true)
  expect(read.filter((path) => path === '/api/desk/orders')).toEqual([])
})

test('a tap says what the board shows, not what it was told of and is still reading', async () => {
  const page = await openPage({ ...live, at: () => '/' })
  await comeAnew(page)
  const { promise: isThere, resolve: answer } = Promise.withResolvers<void>()
  const versions = noteVersions(page, (path) => (path.endsWith('?only=row') ? isThere : undefined))
  await page.tell(page.vendor.placeOrder().id)
  await waitFor(() => expect(versions.has('?only=row')).toBe(true))
  const told = versions.get('?only=row') ?? 0
  await page.user.click(firstOf('Accept order'))
  await waitFor(() => expect(versions.has('accept')).toBe(true))
  answer()
  expect(versions.get('accept')).toBeGreaterThan(0)
  expect(versions.get('accept')).toBeLessThan(told)
})

test('nor what it was told of and could not read', async () => {
  const page = await openPage({ ...live, at: () => '/' })
  await comeAnew(page)
  const isOfBoard = (path: string) => path.endsWith('?only=row') || path === '/api/desk/orders'
  const versions = noteVersions(page, (path) =>
    isOfBoard(path) ? new Response('Bad gateway', { status: 502 }) : undefined,
  )
  await page.tell(page.vendor.placeOrder().id)
  // The row, the board in its place, and the board once more.
  await vi.advanceTimersByTimeAsync(4500)
  const told = versions.get('?only=row') ?? 0
  await page.user.click(firstOf('Accept order'))
  await waitFor(() => expect(versions.has('accept')).toBe(true))
  expect(versions.get('accept')).toBeGreaterThan(0)
  expect(versions.get('accept')).toBeLessThan(told)
})

test('a page that asked for orders before its tablet was let in asks once more', async () => {
  const page = await openPage({ ...live, at: () => '/' })
  await come(page)
  const refused = { status: 'error', message: 'This tablet was not let in.', code: 'not_enrolled' }
  let answers = 0
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path !== '/api/desk/orders') return page.ask(path, init)
    answers += 1
    return answers === 1 ? Response.json(refused, { status: 401 }) : page.ask(path, init)
  })
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(2000)
  expect(answers).toBe(2)
  expect(screen.getAllByRole('article')).toHaveLength(1)
})
