import { Failure } from '#web/api/http/failure.ts'
import { isMatch, readPages } from './rows.ts'
import { expect, test } from 'vitest'

const row = (id: number) => ({ id })
const meta = (last_page: number) => ({ last_page })
const failure = new Failure('vendor_busy', 'The vendor service is busy.')

function listOf(pages: readonly (readonly unknown[])[], last = pages.length) {
  const asked: number[] = []
  return {
    asked,
    ask: (page: number) => {
      asked.push(page)
      return Promise.resolve({ data: pages[page - 1] ?? [], meta: meta(last) })
    },
  }
}

test('all pages are read, and a row that came twice is there once', async () => {
  const { ask, asked } = listOf([
    [row(1), row(2)],
    [row(2), row(3)],
  ])
  expect(await readPages(ask)).toEqual({ raws: [row(1), row(2), row(3)], missing: undefined })
  expect(asked).toEqual([1, 2])
})

test('a list that claims more pages than it has ends where nothing new comes', async () => {
  const { ask, asked } = listOf([[row(1)]], 10_000)
  expect(await readPages(ask)).toMatchObject({ raws: [row(1)], missing: undefined })
  expect(asked).toEqual([1, 2])
})

test('a list without a last page ends with a page that is not full', async () => {
  const full = Array.from({ length: 100 }, (_, index) => row(index))
  const ask = (page: number) => Promise.resolve({ data: page === 1 ? full : [row(100)], meta: undefined })
  expect((await readPages(ask)).raws).toHaveLength(101)
})

test.each([0, 1])('a full page is not the last one, though the service says that there are %i', async (last) => {
  const full = Array.from({ length: 100 }, (_, index) => row(index))
  const { ask, asked } = listOf([full, [row(100)]], last)
  expect((await readPages(ask)).raws).toHaveLength(101)
  expect(asked).toEqual([1, 2])
})

test('what was read stays where a later page fails, and it is said that there may be more', async () => {
  const { ask } = listOf([[row(1)], [row(2)]])
  const failing = (page: number) => (page === 2 ? Promise.reject(failure) : ask(page))
  expect(await readPages(failing)).toEqual({ raws: [row(1)], missing: 'failed' })
})

test('where the first page fails there is nothing to show', async () => {
  await expect(readPages(() => Promise.reject(failure))).rejects.toBe(failure)
})

test('a list without end is left after a hundred pages', async () => {
  let id = 0
  const list = await readPages(() => Promise.resolve({ data: [row((id += 1))], meta: meta(1_000_000) }))
  expect(list.raws).toHaveLength(100)
  expect(list.missing).toBe('tooMany')
})

test.each([
  ['قهوه', { ar: 'قهوة' }],
  ['حلوي', { ar: 'حلوى' }],
  ['loreal', { en: 'L’Oréal' }],
  ['٧', { en: '7Up' }],
  ['tea  green', { en: 'Green tea' }],
])('%s finds %o, as it finds an item', (search, name) => {
  expect(isMatch(search, [name])).toBe(true)
})

test('an id is found as a whole', () => {
  expect(['12', '#12', '1', '#1'].map((search) => isMatch(search, [{ en: 'Tea' }], 12))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
