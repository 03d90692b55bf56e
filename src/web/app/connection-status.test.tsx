import { steadyNow } from '#web/api/http/server-clock.ts'
import { endFeedBeginning, setFeedState } from '#web/api/feed/feed-state.ts'
import { loadCatalog } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionStatus } from './connection-status.tsx'

const { messages } = await loadCatalog('en')

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') }))
afterEach(() => act(() => setFeedState({ is: 'begins' })))

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const show = () =>
  render(
    <Translations language="en" messages={messages}>
      <ConnectionStatus isKnown />
    </Translations>,
  )

test('reports no loss while the feed code loads, but does once it is overdue', () => {
  show()
  pass(60_000)
  expect(screen.getByText('Connecting…')).toBeVisible()
  act(endFeedBeginning)
  pass(2_000)
  expect(screen.getByRole('status')).toHaveTextContent('Not live since')
})

test('shows a lost feed after two seconds and nothing while it is live', () => {
  act(() => setFeedState({ is: 'live' }))
  show()
  pass(60_000)
  expect(screen.getByText('Live')).toBeVisible()
  // The feed began long ago.
  act(endFeedBeginning)
  expect(screen.getByText('Live')).toBeVisible()
  act(() => setFeedState({ is: 'lost', since: steadyNow() }))
  pass(1_999)
  expect(screen.queryByRole('status')).toBeNull()
  pass(1)
  expect(screen.getByRole('status')).toHaveTextContent('Not live since')
  act(() => setFeedState({ is: 'live' }))
  expect(screen.queryByRole('status')).toBeNull()
})
