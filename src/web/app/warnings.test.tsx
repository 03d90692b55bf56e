import type { Alarm } from '#contract/desk/inbox.ts'
import { setServerTime, steadyNow } from '#web/api/http/server-clock.ts'
import { endFeedBeginning, setFeedState } from '#web/api/feed/feed-state.ts'
import { loadCatalog } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { noteCallOutcome } from '#web/api/http/connection-status.ts'
import { boardQuery } from '#web/api/board.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { sessionQuery } from '#web/api/session.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionState } from './connection-state.tsx'
import { ConnectionWarning, WarningLine } from './warnings.tsx'

const { messages } = await loadCatalog('en')

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') }))
afterEach(() => {
  // Not returned: a hook that waits for `act` fails if an answer to the board comes meanwhile.
  act(() => setFeedState({ is: 'begins' }))
})

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const show = () =>
  render(
    <Translations language="en" messages={messages}>
      <ConnectionState session={undefined} />
      <ConnectionWarning isPaired />
    </Translations>,
  )

test('reports no loss while the feed code loads, but does once it is overdue', () => {
  show()
  pass(60_000)
  expect(screen.getByText('Connecting…')).toBeInTheDocument()
  act(endFeedBeginning)
  pass(2_000)
  expect(screen.getByRole('status')).toHaveTextContent('Not live since')
})

test('shows a lost feed after two seconds and nothing while it is live', () => {
  act(() => setFeedState({ is: 'live' }))
  show()
  pass(60_000)
  expect(screen.getByText('Live')).toBeInTheDocument()
  // The feed began long ago.
  act(endFeedBeginning)
  expect(screen.getByText('Live')).toBeInTheDocument()
  act(() => setFeedState({ is: 'lost', since: steadyNow() }))
  pass(1_999)
  expect(screen.queryByRole('status')).toBeNull()
  pass(1)
  expect(screen.getByRole('status')).toHaveTextContent('Not live since')
  act(() => setFeedState({ is: 'live' }))
  expect(screen.queryByRole('status')).toBeNull()
})

/** A tablet whose sound is off, whose pairing ends, and whose desk runs out of disk space. */
function showThree() {
  const queries = createQueryClient()
  const at = '2026-11-20T12:00:00Z'
  queries.setQueryData(sessionQuery().queryKey, {
    device: { id: 'd1', name: 'Counter' },
    staff: null,
    staff_names: [],
    mode: 'live',
    enrolment_ends_at: '2026-11-25T12:00:00Z',
    server_time: at,
    response_window_seconds: 300,
  })
  const alarms = [{ code: 'disk_low', since: at, count: 1 }]
  queries.setQueryData(boardQuery().queryKey, { data: [], meta: { version: 1, server_time: at, alarms } })
  const tabletRing = {
    isArmed: false,
    ring: undefined,
    allSilenced: undefined,
    links: [],
    facts: {
      hasSound: false,
      isSounding: false,
      isAwake: false,
      feed: 'live' as const,
      token: 'ok' as const,
      webhook: 'works' as const,
      isClockRight: true,
      isNotificationAllowed: false,
      isPrinterFaulty: false,
    },
    turnOn: vi.fn<() => undefined>(),
    test: () => undefined,
  }
  render(
    <QueryClientProvider client={queries}>
      <Translations language="en" messages={messages}>
        <MemoryRouter>
          <WarningLine tabletRing={tabletRing} />
        </MemoryRouter>
      </Translations>
    </QueryClientProvider>,
  )
  return tabletRing
}

const warnings = [
  /^The disk of the desk’s server is almost full/,
  /^Sound is off/,
  /^The pairing of this tablet could not/,
]
const shownNow = () => warnings.map((text) => screen.queryByText(text)).filter((each) => each !== null)

test('shows the most serious warning, and the others on request: red before amber', () => {
  const { turnOn } = showThree()
  expect(shownNow()).toEqual([screen.getByText(warnings[0] ?? '')])
  expect(screen.queryByRole('button', { name: 'Turn on sound' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '2 more' }))
  const [disk, sound, pairing] = shownNow()
  expect(sound?.compareDocumentPosition(disk ?? sound)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  expect(sound?.compareDocumentPosition(pairing ?? sound)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  fireEvent.click(screen.getByRole('button', { name: 'Turn on sound' }))
  expect(turnOn).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Show less' }))
  expect(shownNow()).toHaveLength(1)
})

test('shows nothing while all is well', () => {
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <Translations language="en" messages={messages}>
        <ConnectionWarning isPaired />
      </Translations>
    </QueryClientProvider>,
  )
  expect(container).toBeEmptyDOMElement()
})

/** Shows the warnings of a board with these alarms. */
function showAlarms(alarms: readonly Alarm[], serverTime: string): void {
  const queries = createQueryClient()
  queries.setQueryData(boardQuery().queryKey, {
    data: [],
    meta: { version: 1, server_time: serverTime, alarms: [...alarms] },
  })
  render(
    <QueryClientProvider client={queries}>
      <Translations language="en" messages={messages}>
        <MemoryRouter>
          <WarningLine tabletRing={undefined} />
        </MemoryRouter>
      </Translations>
    </QueryClientProvider>,
  )
}

test('names each printer with a problem, since when, and leads to the printers', () => {
  const since = '2026-11-20T11:58:00Z'
  const alarms = [
    { code: 'printer_paper_out', since, count: 1, about: ['Kitchen', 'البار'] },
    { code: 'printer_cover_open', since, count: 1, about: ['Grill'] },
    { code: 'printer_unreachable', since, count: 1, about: ['Counter'] },
    { code: 'printer_fault', since, count: 1, about: ['Bakery'] },
    // The printer was removed meanwhile.
    { code: 'print_waits', since, count: 1, about: [] },
  ]
  showAlarms(alarms, since)
  fireEvent.click(screen.getByRole('button', { name: '5 more' }))
  const shown = screen.getAllByRole('status').map((line) => line.textContent)
  expect(shown).toEqual(
    [
      'Kitchen is out of paper',
      '\u2068البار\u2069 is out of paper',
      'The cover of Grill is open',
      'Counter is not reachable',
      'Bakery reports a fault',
      'A ticket on Printers was not printed',
    ].map((text): unknown => expect.stringMatching(new RegExp(`^${text} Since .*:58:00$`))),
  )
  for (const link of screen.getAllByRole('link', { name: 'Printers' }))
    expect(link).toHaveAttribute('href', '/printers')
})

test('says how long no order has come, counting on, and leads to the connection', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  setServerTime('2026-11-20T12:00:00Z')
  // An earlier test's request had no answer.
  act(() => noteCallOutcome(undefined, false))
  const since = '2026-11-20T10:10:00Z'
  const alarms = [{ code: 'orders_silent', since, count: 1, silence: { since, usual_seconds: 470 } }]
  showAlarms(alarms, since)
  const line = screen.getByRole('status')
  expect(line).toHaveTextContent('No order for 1 hr 50 min. At this hour there is usually one every 8 min.')
  pass(60_000)
  expect(line).toHaveTextContent('No order for 1 hr 51 min.')
  expect(screen.getByRole('link', { name: 'Connection' })).toHaveAttribute('href', '/connection')
})
