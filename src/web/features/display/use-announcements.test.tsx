import { renderHook } from '@testing-library/react'
import { createStore } from '#web/api/store.ts'
import { loadPartInAll } from '#web/i18n/catalogs.ts'
import type { Language } from '#web/i18n/language.ts'
import { useAnnouncements } from './use-announcements.ts'
import { expect, test, vi } from 'vitest'

async function setUp({ voices = ['en', 'ar'], isSpoken = true, isBlocked = false } = {}) {
  const said: string[] = []
  const blocked = createStore(isBlocked)
  const voice = {
    languages: createStore<ReadonlySet<string>>(new Set(voices)),
    isBlocked: blocked,
    isSpeaking: () => false,
    say: async (text: string, language: Language) => void said.push(`${language} ${text}`),
    tryOut: vi.fn<() => void>(),
    unlock: () => blocked.set(false),
  }
  const words = await loadPartInAll('display')
  const { result } = renderHook(() => useAnnouncements({ voice, words, languages: ['fr', 'en', 'ar'], isSpoken }))
  return { said, voice, current: () => result.current }
}

const order = (id: string) => ({ id, number: id, readyAt: undefined })

test('says in each language of the shop that has a voice which orders are ready, the earliest first', async () => {
  const { said, current, voice } = await setUp()
  expect(voice.tryOut).toHaveBeenCalledTimes(1)
  current().announce([order('A-2'), order('A-1')], [order('A-2'), order('A-1')])
  await vi.waitFor(() => expect(said).toHaveLength(4))
  expect(said).toEqual([
    'en Order A, 1 is ready.',
    'ar الطلب رقم إيه, 1 جاهز.',
    'en Order A, 2 is ready.',
    'ar الطلب رقم إيه, 2 جاهز.',
  ])
})

test('says nothing, and asks for no press, unless the shop wants it', async () => {
  const { said, current, voice } = await setUp({ isSpoken: false, isBlocked: true })
  current().announce([order('A-1')], [order('A-1')])
  expect([said, current().isBlocked]).toEqual([[], false])
  expect(voice.tryOut).not.toHaveBeenCalled()
})

test('asks for no press in a browser without a voice for the shop’s languages', async () => {
  const { current } = await setUp({ voices: ['de'], isBlocked: true })
  expect(current().isBlocked).toBe(false)
})

test('asks for a press where the browser wants one, and says that it was heard', async () => {
  const { current, said } = await setUp({ isBlocked: true })
  expect(current().isBlocked).toBe(true)
  current().turnOn('en')
  await vi.waitFor(() => expect(current().isBlocked).toBe(false))
  expect(said).toEqual(['en Voice is on.'])
})
