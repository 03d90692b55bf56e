import { openPage } from '#testing/open-page.tsx'
import { tapOn } from '#testing/press-on.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { reactionMs } from '#web/components/misclick-guard.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

// A press only silences orders that were visible long enough; a newer one keeps ringing.

const page = { at: () => '/', webhookSecret: 'a-webhook-secret-of-this-test', isPolling: true, isLive: true } as const
const seen = () => screen.findByRole('button', { name: 'Silence' })
const orders = () => screen.getByRole('link', { name: 'Orders' })
const strayed = /^Tap ignored/

/** A board with one ringing order, and a function to add others. */
async function openRinging() {
  const opened = await openPage(page)
  async function come() {
    const order = opened.vendor.placeOrder()
    await opened.notify(order.id)
    const card = within(await screen.findByRole('article', { name: order.printNumber }))
    return { ...order, isSilenced: () => card.queryByText(/^Silenced by /) !== null }
  }
  const first = await come()
  await seen()
  return { ...opened, come, first }
}

/** One order has rung long enough, another has just arrived. */
async function openWithNew() {
  const opened = await openRinging()
  const button = await seen()
  await vi.advanceTimersByTimeAsync(reactionMs)
  const second = await opened.come()
  await waitFor(() => expect(orders()).toHaveAccessibleDescription('2 orders wait for an answer'))
  return { ...opened, button, second }
}

test('keeps ringing for an order that arrived just before the press', async () => {
  const { button, first, second } = await openWithNew()
  tapOn(button)
  await waitFor(() => expect(first.isSilenced()).toBe(true))
  expect(second.isSilenced()).toBe(false)
  expect(await seen()).toBeVisible()
  expect(screen.queryByText(strayed)).toBeNull()
})

test.each(['mouse', 'key'])('silences all ringing orders by a %s', async (way) => {
  const { user, button, first, second } = await openWithNew()
  button.focus()
  await (way === 'mouse' ? user.click(button) : user.keyboard('{Enter}'))
  await waitFor(() => expect([first.isSilenced(), second.isSilenced()]).toEqual([true, true]))
})

test('keeps ringing for an order that arrived after the touch, even if the click is delayed', async () => {
  const { come, first } = await openRinging()
  await vi.advanceTimersByTimeAsync(reactionMs)
  const touchedAt = performance.now()
  const second = await come()
  await vi.advanceTimersByTimeAsync(10 * reactionMs)
  tapOn(await seen(), { at: touchedAt })
  await waitFor(() => expect(first.isSilenced()).toBe(true))
  expect(second.isSilenced()).toBe(false)
})

test('ignores a press and says so when the only ringing order has just replaced another', async () => {
  const { ask, come, first } = await openRinging()
  await vi.advanceTimersByTimeAsync(reactionMs)
  const headers = { 'Idempotency-Key': crypto.randomUUID(), Origin: 'http://desk.test' }
  const [second] = await Promise.all([
    come(),
    ask(`/api/developer/v1/orders/${first.id}/accept`, { method: 'POST', headers }),
  ])
  await waitFor(() => expect(orders()).toHaveAccessibleDescription('1 order waits for an answer'))
  tapOn(await seen())
  expect(await screen.findByText(strayed)).toBeVisible()
  await vi.advanceTimersByTimeAsync(reactionMs)
  expect(second.isSilenced()).toBe(false)
  tapOn(await seen())
  await waitFor(() => expect(second.isSilenced()).toBe(true))
})

test('ignores a press in a dialog for an order that has just begun to ring, and says so there', async () => {
  const { first } = await openRinging()
  await vi.advanceTimersByTimeAsync(reactionMs)
  const asking = render(
    <Dialog title="Reject order" onClose={() => undefined}>
      <p>Why?</p>
    </Dialog>,
  )
  const dialog = within(asking.getByRole('dialog'))
  const stop = { name: 'Silence' }
  tapOn(await dialog.findByRole('button', stop))
  expect(await dialog.findByText(strayed)).toBeVisible()
  await vi.advanceTimersByTimeAsync(reactionMs)
  expect(first.isSilenced()).toBe(false)
  tapOn(dialog.getByRole('button', stop))
  await waitFor(() => expect(first.isSilenced()).toBe(true))
  await waitFor(() => expect(dialog.queryByRole('button', stop)).toBeNull())
})
