import type { OrderRow } from '#contract/desk/inbox.ts'
import { openPage } from '#testing/open-page.tsx'
import { tapOn, type AttemptOptions } from '#testing/press-on.ts'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { reactionMs, secondTapMs } from '#web/components/misclick-guard.ts'
import { firstMoved, useCardPresses } from './moved-cards.ts'

test.each([
  ['nothing', [], ['a', 'b'], -1],
  ['one at the end', ['a'], ['a', 'b'], -1],
  ['one before another', ['a', 'c'], ['a', 'b', 'c'], 1],
  ['one that left', ['a', 'b', 'c'], ['b', 'c'], 0],
  ['the last one', ['a', 'b'], ['a'], 1],
  ['two that changed places', ['a', 'b', 'c'], ['a', 'c', 'b'], 1],
])('finds the first moved card after %s', (_what, before, after, from) => {
  expect(firstMoved(before, after)).toBe(from)
})

const rowsOf = (ids: string) => [...ids].map((order_id) => ({ order_id }) as OrderRow) // The only field used.

function openList() {
  vi.useFakeTimers()
  // A time of 0 would count as none.
  vi.advanceTimersByTime(1000)
  const [accepted, misclicks]: [string[], string[]] = [[], []]
  function List({ ids }: { readonly ids: string }) {
    const rows = rowsOf(ids)
    return (
      <ul {...useCardPresses(rows, () => misclicks.push('stray'))}>
        {rows.map(({ order_id: id }) => (
          <li key={id}>
            <button type="button" onClick={() => accepted.push(id)}>
              {id}
            </button>
          </li>
        ))}
      </ul>
    )
  }
  const { rerender } = render(<List ids="abc" />)
  return { accepted, misclicks, show: (ids: string) => rerender(<List ids={ids} />) }
}

const tap = (name: string, how?: AttemptOptions) => tapOn(screen.getByRole('button', { name }), how)

const elsewhere = { clientY: 300 }

test('ignores a press on a moved card until the reaction time has passed', () => {
  const { accepted, misclicks, show } = openList()
  tap('a')
  show('bc')
  vi.advanceTimersByTime(reactionMs - 1)
  tap('b', elsewhere)
  expect([accepted, misclicks]).toEqual([['a'], ['stray']])
  vi.advanceTimersByTime(1)
  tap('b', elsewhere)
  expect([accepted, misclicks]).toEqual([['a', 'b'], ['stray']])
})

test('ignores a press that began before the cards appeared', () => {
  const { accepted, misclicks } = openList()
  const lift = () => fireEvent.click(screen.getByRole('button', { name: 'b' }), { detail: 1 })
  lift()
  expect([accepted, misclicks]).toEqual([[], ['stray']])
  // Keys and screen readers click without a pointer.
  fireEvent.click(screen.getByRole('button', { name: 'b' }))
  expect(accepted).toEqual(['b'])
  vi.advanceTimersByTime(secondTapMs)
  lift()
  expect(accepted).toEqual(['b', 'b'])
})

test('accepts a press on a card that did not move', () => {
  const { accepted, misclicks, show } = openList()
  show('acb')
  tap('a')
  tap('c', elsewhere)
  expect([accepted, misclicks]).toEqual([['a'], ['stray']])
})

test.each([
  ['abc', '', 'd'],
  ['abc', 'ab', 'abd'],
])('ignores a press on a replaced card, from %s to %s to %s', (_one, two, three) => {
  const { accepted, show } = openList()
  const touchedAt = performance.now()
  vi.advanceTimersByTime(50)
  show(two)
  vi.advanceTimersByTime(50)
  show(three)
  tap('d', { at: touchedAt })
  expect(accepted).toEqual([])
})

test('ignores a press that began before the card moved', () => {
  const { accepted, show } = openList()
  const touchedAt = performance.now()
  vi.advanceTimersByTime(300)
  show('bc')
  tap('b', { at: touchedAt })
  expect(accepted).toEqual([])
})

test('ignores a second press at the same place on another order', () => {
  const { accepted, misclicks, show } = openList()
  tap('a')
  show('bc')
  vi.advanceTimersByTime(secondTapMs - 1)
  tap('b', { clientY: 20 })
  tap('b', elsewhere)
  expect([accepted, misclicks]).toEqual([['a', 'b'], ['stray']])
})

test('ignores the second half of a mouse’s double click', () => {
  const { accepted, show } = openList()
  tap('a', { pointerType: 'mouse' })
  show('bc')
  tap('b', { pointerType: 'mouse', detail: 2 })
  tap('b', { pointerType: 'mouse' })
  expect(accepted).toEqual(['a', 'b'])
})

test('accepts single clicks and keys', () => {
  const { accepted, show } = openList()
  show('bc')
  tap('b', { pointerType: 'mouse' })
  fireEvent.click(screen.getByRole('button', { name: 'c' }), { detail: 0 })
  expect(accepted).toEqual(['b', 'c'])
})

test('accepts nothing by a press on a moved card and says so', async () => {
  const webhookSecret = 'a-webhook-secret-of-this-test'
  const { vendor, notify, ask } = await openPage({ at: () => '/', webhookSecret, isPolling: true, isLive: true })
  const [first, second] = [vendor.placeOrder(), vendor.placeOrder()]
  await notify(first.id)
  await notify(second.id)
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Accept order' })).toHaveLength(2))
  const touchedAt = performance.now()
  await ask(`/api/developer/v1/orders/${first.id}/accept`, {
    method: 'POST',
    headers: { 'Idempotency-Key': crypto.randomUUID(), Origin: 'http://desk.test' },
  })
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Accept order' })).toHaveLength(1))
  tapOn(screen.getByRole('button', { name: 'Accept order' }), { at: touchedAt })
  expect(await screen.findByText(/^Tap ignored/)).toBeVisible()
  expect(vendor.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})
