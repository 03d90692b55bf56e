import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { people } from '#contract/desk/people.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import { openPage } from '#testing/open-page.tsx'

// The board stands beside an order on a wide screen alone, which is asked when its file is first read.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: media === '(min-width: 64rem)' }) as MediaQueryList // All that is used.

test('a tablet that is cut off on an order shows nothing of the board any more', async () => {
  const orders: SimulatedOrder[] = []
  const { tell, ask } = await openPage({
    at(vendor) {
      orders.push(vendor.placeOrder(), vendor.placeOrder())
      return `/orders/${orders[0]?.id}`
    },
    isLive: true,
    isWatching: true,
    webhookSecret: 'a-webhook-secret-of-this-test',
  })
  for (const { id } of orders) await tell(id)
  await vi.advanceTimersByTimeAsync(5000)
  const beside = { name: orders[1]?.printNumber ?? '' }
  expect(await screen.findByRole('article', beside)).toBeVisible()
  const { data } = people.tablets.answer.parse(await (await ask(people.tablets.path)).json())
  const own = data.find(({ is_this: isThis }) => isThis)
  expect((await ask(`${people.tablets.path}/${own?.id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await screen.findByRole('textbox', { name: 'Enrolment code' })).toBeVisible()
  expect(screen.queryByRole('article', beside)).toBeNull()
})
