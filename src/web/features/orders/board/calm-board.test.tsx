import { rowOf } from '#testing/row-of.ts'
import { setFeedState } from '#web/api/feed/feed-state.ts'
import { noteCallOutcome } from '#web/api/http/connection-status.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { wouldRing } from '#web/api/screen-state.ts'
import { formatWhen } from '#web/format/times.ts'
import { loadCatalog } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CalmBoard } from './calm-board.tsx'

const { messages } = await loadCatalog('en')

afterEach(() => {
  // Not returned: a hook that waits for `act` fails if an answer to the board comes meanwhile.
  act(() => {
    wouldRing.set(false)
    setFeedState({ is: 'begins' })
    noteCallOutcome(undefined, false)
  })
})

/** A board without open orders, on a desk with these closed ones. */
function openCalm(closed: readonly unknown[]) {
  const meta = { version: 1, server_time: '2026-11-20T12:00:00Z', alarms: [] }
  vi.stubGlobal('fetch', async () => Response.json({ data: closed, meta }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Translations language="en" messages={messages}>
        <CalmBoard />
      </Translations>
    </QueryClientProvider>,
  )
}

test.each([
  [true, 'live', 'This tablet is live and will ring.'],
  [true, 'begins', 'This tablet will ring. Orders may come a few seconds late.'],
  [false, 'live', 'This tablet will not ring now.'],
] as const)('tells with sound %s and a feed that is %s: %s', async (rings, is, says) => {
  wouldRing.set(rings)
  setFeedState({ is })
  openCalm([])
  expect(screen.getByText('No orders waiting')).toBeVisible()
  expect(screen.getByText(says)).toBeVisible()
  expect(await screen.findByText('No orders yet.')).toBeVisible()
})

test.each(['feed', 'connection'])('does not say that no order waits while the %s is lost', async (lost) => {
  setFeedState(lost === 'feed' ? { is: 'lost', since: 0 } : { is: 'live' })
  noteCallOutcome(lost === 'connection' ? 'no_contact' : undefined, false)
  openCalm([])
  expect(screen.getByText('No orders on this screen')).toBeVisible()
  expect(screen.getByText('New ones may be missing until it is live again.')).toBeVisible()
  expect(screen.queryByText('No orders waiting')).toBeNull()
})

test('tells when the last order came', async () => {
  const at = '2026-11-19T09:30:00Z'
  openCalm([rowOf('2', { lane: 'closed', received_at: at }), rowOf('1', { lane: 'closed' })])
  const time = formatWhen(Date.parse(at), 'en')
  expect(await screen.findByText(`The last order came at ${time}.`)).toBeVisible()
})
