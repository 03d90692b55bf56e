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
])('after %s it is known from where on cards stand where others stood', (_what, before, after, from) => {
  expect(firstMoved(before, after)).toBe(from)
})

const rowsOf = (ids: string) => [...ids].map((order_id) => ({ order_id }) as OrderRow) // No more of it is looked at.

function openList() {
  vi.useFakeTimers()
  // A moment of 0 would be none.
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

const peerChanges = { clientY: 300 }

test('a finger that meets another card does nothing, until it could have seen it', () => {
  const { accepted, misclicks, show } = openList()
  tap('a')
  show('bc')
  vi.advanceTimersByTime(reactionMs - 1)
  tap('b', peerChanges)
  expect([accepted, misclicks]).toEqual([['a'], ['stray']])
  vi.advanceTimersByTime(1)
  tap('b', peerChanges)
  expect([accepted, misclicks]).toEqual([['a', 'b'], ['stray']])
})

test('a finger that was down before there were any cards, and is lifted over one, does nothing', () => {
  const { accepted, misclicks } = openList()
  const lift = () => fireEvent.click(screen.getByRole('button', { name: 'b' }), { detail: 1 })
  lift()
  expect([accepted, misclicks]).toEqual([[], ['stray']])
  // A key, and what a screen reader does for somebody, has no finger.
  fireEvent.click(screen.getByRole('button', { name: 'b' }))
  expect(accepted).toEqual(['b'])
  vi.advanceTimersByTime(secondTapMs)
  lift()
  expect(accepted).toEqual(['b', 'b'])
})

test('a card that stayed where it was is answered at once, whatever moved beside it', () => {
  const { accepted, misclicks, show } = openList()
  show('acb')
  tap('a')
  tap('c', peerChanges)
  expect([accepted, misclicks]).toEqual([['a'], ['stray']])
})

test.each([
  ['abc', '', 'd'],
  ['abc', 'ab', 'abd'],
])(
  'from %s to %s to %s: a place that was given up and taken at once is not answered by a finger under way',
  (_one, two, three) => {
    const { accepted, show } = openList()
    const touchedAt = performance.now()
    vi.advanceTimersByTime(50)
    show(two)
    vi.advanceTimersByTime(50)
    show(three)
    tap('d', { at: touchedAt })
    expect(accepted).toEqual([])
  },
)

test('what was touched before the card moved was not meant for it', () => {
  const { accepted, show } = openList()
  const touchedAt = performance.now()
  vi.advanceTimersByTime(300)
  show('bc')
  tap('b', { at: touchedAt })
  expect(accepted).toEqual([])
})

test('a second tap at the place of the first one is not for the order that came there', () => {
  const { accepted, misclicks, show } = openList()
  tap('a')
  show('bc')
  vi.advanceTimersByTime(secondTapMs - 1)
  tap('b', { clientY: 20 })
  tap('b', peerChanges)
  expect([accepted, misclicks]).toEqual([['a', 'b'], ['stray']])
})

test('of a mouse the second half of a double click is held back', () => {
  const { accepted, show } = openList()
  tap('a', { pointerType: 'mouse' })
  show('bc')
  tap('b', { pointerType: 'mouse', detail: 2 })
  tap('b', { pointerType: 'mouse' })
  expect(accepted).toEqual(['a', 'b'])
})

test('a mouse and a key are not held back', () => {
  const { accepted, show } = openList()
  show('bc')
  tap('b', { pointerType: 'mouse' })
  fireEvent.click(screen.getByRole('button', { name: 'c' }), { detail: 0 })
  expect(accepted).toEqual(['b', 'c'])
})

test('a tap that met another order on the board accepts nothing, and says so', async () => {
  const webhookSecret = 'a-webhook-secret-of-this-test'
  const { vendor, tell, ask } = await openPage({ at: () => '/', webhookSecret, isWatching: true, isLive: true })
  const [first, second] = [vendor.placeOrder(), vendor.placeOrder()]
  await tell(first.id)
  await tell(second.id)
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Accept order' })).toHaveLength(2))
  const touchedAt = performance.now()
  await ask(`/api/developer/v1/orders/${first.id}/accept`, {
    method: 'POST',
    headers: { 'Idempotency-Key': crypto.randomUUID(), Origin: 'http://desk.test' },
  })
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Accept order' })).toHaveLength(1))
  tapOn(screen.getByRole('button', { name: 'Accept order' }), { at: touchedAt })
  expect(await screen.findByText(/^A tap was ignored/)).toBeVisible()
  expect(vendor.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})
