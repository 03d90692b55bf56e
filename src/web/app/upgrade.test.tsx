import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boardQuery } from '#web/api/board.ts'
import { noteCallOutcome } from '#web/api/http/connection-status.ts'
import { readDigits, readLanguageChoice, readTheme } from '#web/api/preferences.ts'
import { readPaper, readPrintMethod } from '#web/api/print-preferences.ts'
import { readItemsView } from '#web/features/catalog/items/items-found.tsx'
import { tabletInstrument } from '#web/tablet/instrument.ts'
import { readShortcuts } from '#web/features/shortcuts/shortcuts.ts'
import { recallBoard } from './last-known.ts'

// What a page of the first edition left in the browser, to the letter.

const savedAt = Date.parse('2026-11-27T12:00:00Z')
const preferences = {
  language: 'fr',
  theme: 'dark',
  digits: 'arab',
  paper: '58',
  'print-by-itself': 'dialog',
  'items-view': 'pictures',
  shortcuts: 'off',
  armed: 'yes',
}
const savedBoard = `{"saved_at":${savedAt},"server_time":${savedAt},"session":{"device":{"id":"d1","name":"Counter"},"staff":{"id":"p1","name":"Sara","is_manager":true},"staff_names":[],"mode":"live","server_time":"2026-11-27T12:00:00Z","response_window_seconds":300},"board":{"data":[{"order_id":"410824","received_at":"2026-11-27T11:59:00.000Z","respond_by":"2026-11-27T12:04:00.000Z","read_at":"2026-11-27T11:59:30.000Z","lane":"answer","told_id":null,"answering":null,"acknowledged":null,"picks":[],"handed_over":null,"returned":null,"prints":0,"order":{"id":"410824","print_order_number":"A-824","total":12500,"currency":"IQD","payment_method":{"title":"Cash"},"customer":{"name":"Layla"},"items":[{"customizations":null}]},"is_digital":false,"before_change":null,"problem":null,"last_action":null}],"meta":{"version":7,"server_time":"2026-11-27T12:00:00Z","alarms":[]}}}`

beforeEach(() => vi.useFakeTimers({ now: savedAt + 60_000 }))
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  noteCallOutcome(undefined, true)
})

test('reads the preferences that the first edition saved', () => {
  for (const [key, value] of Object.entries(preferences)) localStorage.setItem(key, value)
  expect(readLanguageChoice()).toBe('fr')
  expect(readTheme()).toBe('dark')
  expect(readDigits()).toBe('arab')
  expect(readPaper()).toBe('58')
  expect(readPrintMethod()).toBe('dialog')
  expect(readItemsView()).toBe('pictures')
  expect(readShortcuts()).toBe(false)
  expect(tabletInstrument().wasArmed()).toBe(true)
})

test('shows the board that the first edition saved, while the desk cannot be reached', async () => {
  vi.stubGlobal('caches', {
    open: async () => ({ match: async () => new Response(savedBoard) }),
    delete: async () => true,
  })
  noteCallOutcome('no_contact', false)
  const queries = new QueryClient()
  expect(await recallBoard(queries)).toBe(true)
  expect(queries.getQueryData(boardQuery().queryKey)?.data).toMatchObject([
    { order_id: '410824', lane: 'answer', order: { print_order_number: 'A-824' } },
  ])
})
