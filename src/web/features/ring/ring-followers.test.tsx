import { rowOf } from '#testing/row-of.ts'
import { boardQuery } from '#web/api/board.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { saveIsSpoken, saveReminderMinutes } from '#web/api/announcement-preferences.ts'
import { setFeedState } from '#web/api/feed/feed-state.ts'
import { createStore } from '#web/api/store.ts'
import { toasts } from '#web/api/toasts.ts'
import { loadCatalog } from '#web/i18n/catalogs.ts'
import type { Language } from '#web/i18n/language.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { ringBeats } from './ring-beats.ts'
import { RingFollowers } from './ring-followers.tsx'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  toasts.set([])
  ringBeats.set(undefined)
})

const ringing = (id: string, lines: number) =>
  rowOf(id, {
    received_at: new Date(serverNow()).toISOString(),
    order: { id, items: Array.from({ length: lines }, (_, index) => ({ id: String(index), quantity: 2 })) },
  })

/** The followers of a tablet whose ring beats by hand. What it says and plays is recorded. */
async function open(language: Language = 'en', ...before: ReturnType<typeof rowOf>[]) {
  const heard: string[] = []
  const queries = new QueryClient()
  setFeedState({ is: 'live' })
  const voice = {
    languages: createStore<ReadonlySet<string>>(new Set([language])),
    isBlocked: createStore(false),
    tryOut: () => undefined,
    isSpeaking: () => false,
    say: async (text: string) => void heard.push(text),
    unlock: () => undefined,
  }
  const { messages } = await loadCatalog(language)
  render(
    <QueryClientProvider client={queries}>
      <Translations language={language} messages={messages}>
        <RingFollowers voice={voice} remind={() => heard.push('reminder')} />
      </Translations>
    </QueryClientProvider>,
  )
  let now = 0
  const beat = (seconds: number, isQuiet = true) => {
    for (const end = now + seconds * 1000; now < end; now += 500) ringBeats.set({ now, isQuiet })
  }
  const show = (...rows: ReturnType<typeof rowOf>[]) =>
    queries.setQueryData(boardQuery().queryKey, {
      data: rows,
      meta: { version: 1, server_time: new Date(serverNow()).toISOString(), alarms: [] },
    })
  beat(1)
  show(...before)
  beat(1)
  return { heard, beat, show }
}

test.each([
  ['en', 'New order, 3 items', '2 new orders'],
  ['ar', 'طلب جديد، 3 منتجات', 'طلبان جديدان'],
  ['fr', 'Nouvelle commande, 3 articles', '2 nouvelles commandes'],
] as const)('says new orders aloud in %s', async (language, one, two) => {
  saveIsSpoken(true)
  const { heard, beat, show } = await open(language)
  show(ringing('A1', 3))
  beat(5)
  expect(heard).toEqual([one])
  show(ringing('A1', 3), ringing('A2', 1), rowOf('A3'))
  beat(5)
  expect(heard).toEqual([one, two])
})

test('says only that there is an order which the service has not shown yet', async () => {
  saveIsSpoken(true)
  const { heard, beat, show } = await open()
  show(rowOf('A1'))
  beat(5)
  expect(heard).toEqual(['New order'])
})

test('says nothing of orders that a page finds when it reads the board', async () => {
  saveIsSpoken(true)
  const { heard, beat } = await open('en', ringing('A1', 3), ringing('A2', 3))
  beat(5)
  expect(heard).toEqual([])
})

test('says nothing unless it is turned on', async () => {
  const { heard, beat, show } = await open()
  show(ringing('A1', 3))
  beat(5)
  saveIsSpoken(true)
  beat(5)
  expect(heard).toEqual([])
})

test('reminds of a ready order with a tone of its own, and names it', async () => {
  vi.useFakeTimers()
  saveReminderMinutes(5)
  const { heard, beat, show } = await open()
  const order = { id: 'A1', print_order_number: 'A-17' }
  const at = new Date(serverNow()).toISOString()
  show(rowOf('A1', { lane: 'ready', order, last_done: { action: 'ready', at } }))
  beat(1)
  vi.setSystemTime(Date.now() + 5.1 * 60_000)
  beat(1, false)
  expect(heard).toEqual([])
  beat(1)
  expect(heard).toEqual(['reminder'])
  expect(toasts.read().map(({ text }) => text)).toEqual(['Order A-17 is ready and has not been collected yet.'])
})
