import { people } from '#contract/desk/people.ts'
import { getSession, Session } from '#contract/desk/session.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { sessionQuery } from '#web/api/session.ts'
import { ShortagesProvider } from '#web/api/shortages.tsx'
import { loadCatalog, loadPart } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { openPage } from '#testing/open-page.tsx'
import { createRecordedInstrument } from '#testing/recorded-instrument.ts'
import { startLiveSync } from './live-sync.ts'
import { PairedStation } from './station.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'

const headers = { 'Content-Type': 'application/json' }
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

/** The station of a tablet of a role, whose sounds are recorded, in a shop with two waiting orders. */
async function openStation(role: TabletRole) {
  const orders: string[] = []
  const page = await openPage({
    role,
    at(vendor) {
      for (let count = 0; count < 2; count += 1) orders.push(vendor.placeOrder().id)
      return '/nowhere'
    },
  })
  const counter = await page.admit('Till', 'Sara')
  const know = async (id: string) =>
    counter('/api/desk/orders', { method: 'POST', headers, body: JSON.stringify({ order_id: id }) })
  for (const id of orders) expect((await know(id)).status).toBe(200)
  const session = Session.parse(await (await page.ask(getSession.path)).json())
  const { tablet, instrument } = createRecordedInstrument()
  const [{ messages }] = await Promise.all([loadCatalog('en'), loadPart('station')])
  const queries = createQueryClient()
  queries.setQueryData(sessionQuery().queryKey, session)
  onTestFinished(startLiveSync(queries))
  const { container } = render(
    <QueryClientProvider client={queries}>
      <Translations language="en" messages={messages}>
        <ShortagesProvider>
          <MemoryRouter>
            <PairedStation session={session} instrument={instrument} />
          </MemoryRouter>
        </ShortagesProvider>
      </Translations>
    </QueryClientProvider>,
  )
  const view = within(container)
  await view.findByText('Nothing to prepare')
  const start = async () => {
    const order = page.vendor.placeOrder()
    page.vendor.orders.move(order, 'preparing')
    await know(order.id)
    await pass(10)
  }
  return { ...page, tablet, view, start }
}

test('rings on a counter as the board does, and leads to the orders that wait', async () => {
  const { view, user, tablet, start } = await openStation('counter')
  const waiting = await view.findByRole('link', { name: '2 orders wait for an answer' })
  expect(waiting).toHaveAttribute('href', '/')
  expect(view.getByText('Sound is off: new orders will not ring')).toBeVisible()
  await user.click(view.getByRole('button', { name: 'Turn on sound' }))
  await pass(7)
  expect(tablet.heard).toEqual(['test', 'calm', 'calm', 'calm'])
  await start()
  expect(tablet.heard).toContain('ticket')
  await user.click(view.getByRole('button', { name: 'Silence' }))
  await waitFor(() => expect(view.queryByRole('button', { name: 'Silence' })).toBeNull())
  tablet.heard.length = 0
  await pass(20)
  expect(tablet.heard).toEqual([])
  // They still wait.
  expect(view.getByRole('link', { name: '2 orders wait for an answer' })).toBeVisible()
})

test('keeps the screen of a counter awake, and counts as armed where the sound is on', async () => {
  const { view, user, tablet, ask } = await openStation('counter')
  expect(tablet.isAwake).toBe(true)
  const states = async () => {
    const { data } = (await (await ask(people.tablets.path)).json()) as {
      data: { name: string; state: { armed: boolean } | null }[]
    }
    return data.find(({ name }) => name === 'Counter')?.state?.armed
  }
  await user.click(view.getByRole('button', { name: 'Turn on sound' }))
  await pass(2)
  expect(await states()).toBe(true)
})

test('never rings on a station, and sounds for a new ticket after a first press', async () => {
  const { view, user, tablet, start } = await openStation('station')
  expect(view.queryByRole('link')).toBeNull()
  expect(view.queryByRole('button', { name: 'Silence' })).toBeNull()
  expect(view.getByRole('button', { name: 'Turn on sound' })).toBeVisible()
  await start()
  expect(tablet.heard).toEqual([])
  await user.click(view.getByRole('button', { name: 'All-day counts' }))
  // The press is painted first.
  expect(tablet.isRunning).toBe(false)
  await pass(1)
  expect(view.getByRole('button', { name: 'Sound on' })).toBeVisible()
  await start()
  expect(tablet.heard).toEqual(['ticket'])
  await pass(60)
  expect(tablet.heard).toEqual(['ticket'])
  expect(tablet.notification).toBeUndefined()
  expect(screen.queryByText(/wait for an answer/)).toBeNull()
})

test('opens the audio inside the second press if it did not begin after the first one', async () => {
  const { view, user, tablet } = await openStation('station')
  const counts = view.getByRole('button', { name: 'All-day counts' })
  tablet.isBlocked = true
  await user.click(counts)
  await pass(0.2)
  expect(tablet.isRunning).toBe(false)
  tablet.isBlocked = false
  await user.click(counts)
  expect(tablet.isRunning).toBe(true)
})
