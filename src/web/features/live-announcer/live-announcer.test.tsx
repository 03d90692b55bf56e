import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { endFeedBeginning } from '#web/api/feed/feed-state.ts'
import { openPage } from '#testing/open-page.tsx'

/** All texts given to a screen reader, with repetitions. */
function listen(): readonly string[] {
  const heard: string[] = []
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target instanceof Element && target.closest('[aria-live=polite]'))
        heard.push(...[...addedNodes].map(({ textContent }) => textContent ?? ''))
  }).observe(document.body, { childList: true, subtree: true })
  return heard
}

test.each([
  ['en', ['New order', '2 new orders', 'is ready', 'Changes may be delayed']],
  ['ar', ['طلب جديد', 'طلبان جديدان', 'جاهز', 'قد تتأخر التغييرات']],
  ['fr', ['Nouvelle commande', '2 nouvelles commandes', 'est prête', 'Les changements peuvent arriver en retard']],
] as const)('announces new orders, order changes and connection changes once in %s', async (language, said) => {
  const heard = listen()
  const { vendor, ask } = await openPage({ language, at: () => '/' })
  act(endFeedBeginning)
  const open = async ({ id }: { readonly id: string }) => {
    const headers = { 'Content-Type': 'application/json', Origin: 'http://desk.test' }
    const { ok } = await ask('/api/desk/orders', { method: 'POST', headers, body: JSON.stringify({ order_id: id }) })
    expect(ok).toBe(true)
  }
  const times = (words: string) => heard.filter((text) => text.includes(words)).length
  const [one, two, both, line] = [said[0], said[1], said[2], said[3]]
  await waitFor(() => expect(document.querySelector('[aria-live=polite]')).toBeInTheDocument())
  await vi.advanceTimersByTimeAsync(6000)
  expect(heard.filter((text) => !text.includes(line))).toEqual([])

  const first = vendor.placeOrder()
  await open(first)
  await vi.advanceTimersByTimeAsync(9000)
  await waitFor(() => expect(heard).toContainEqual(expect.stringContaining(`${one} `)))
  expect(heard.join(' ')).toContain(first.printNumber)

  await open(vendor.placeOrder())
  await open(vendor.placeOrder())
  await vi.advanceTimersByTimeAsync(9000)
  await waitFor(() => expect(times(two)).toBe(1))

  vendor.orders.move(first, 'ready')
  await ask(`/api/developer/v1/orders/${first.id}`)
  await vi.advanceTimersByTimeAsync(9000)
  await waitFor(() => expect(times(both)).toBe(1))

  // Later reads announce nothing; the missing feed of this test was announced once.
  await vi.advanceTimersByTimeAsync(60_000)
  expect([times(two), times(both), times(line)]).toEqual([1, 1, 1])
  expect(screen.queryByText(new RegExp(`^${two}`))).toBeNull()
})

test('announces a new order by its number, although the service is slow to return it', async () => {
  const heard = listen()
  const { vendor, notify } = await openPage({
    at: () => '/',
    webhookSecret: 'a-webhook-secret-of-this-test',
    isPolling: true,
    isLive: true,
    fetch: async (request, simulator) => {
      if (/\/orders\/[^/]+$/.test(request.url)) await new Promise((resolve) => setTimeout(resolve, 2000))
      return simulator.fetch(request)
    },
  })
  await screen.findByText('No orders waiting')
  await waitFor(() => expect(document.querySelector('[aria-live=polite]')).toBeInTheDocument())
  const order = vendor.placeOrder()
  await notify(order.id)
  await screen.findByRole('article', { name: order.id })
  await vi.advanceTimersByTimeAsync(6000)
  await screen.findByRole('article', { name: order.printNumber })
  await waitFor(() => expect(heard).toEqual([`New order ${order.printNumber}`]))
})
