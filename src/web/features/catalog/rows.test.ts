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

test('reads all pages and drops duplicate rows', async () => {
  const { ask, asked } = listOf([
    [row(1), row(2)],
    [row(2), row(3)],
  ])
  expect(await readPages(ask)).toEqual({ raws: [row(1), row(2), row(3)], missing: undefined })
  expect(asked).toEqual([1, 2])
})

test('ends when a page brings nothing new, although more pages are claimed', async () => {
  const { ask, asked } = listOf([[row(1)]], 10_000)
  expect(await readPages(ask)).toMatchObject({ raws: [row(1)], missing: undefined })
  expect(asked).toEqual([1, 2])
})

test('ends with a page that is not full if no last page is given', async () => {
  const full = Array.from({ length: 100 }, (_, index) => row(index))
  const ask = (page: number) => Promise.resolve({ data: page === 1 ? full : [row(100)], meta: undefined })
  expect((await readPages(ask)).raws).toHaveLength(101)
})

test.each([0, 1])('continues after a full page although the service says that there are %i', async (last) => {
  const full = Array.from({ length: 100 }, (_, index) => row(index))
  const { ask, asked } = listOf([full, [row(100)]], last)
  expect((await readPages(ask)).raws).toHaveLength(101)
  expect(asked).toEqual([1, 2])
})

test('keeps the rows before a failed page and marks the list incomplete', async () => {
  const { ask } = listOf([[row(1)], [row(2)]])
  const failing = (page: number) => (page === 2 ? Promise.reject(failure) : ask(page))
  expect(await readPages(failing)).toEqual({ raws: [row(1)], missing: 'failed' })
})

test('throws if the first page fails', async () => {
  await expect(readPages(() => Promise.reject(failure))).rejects.toBe(failure)
})

test('stops an endless list after a hundred pages', async () => {
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
])('%s finds %o, as an item search does', (search, name) => {
  expect(isMatch(search, [name])).toBe(true)
})

test('matches whole ids only', () => {
  expect(['12', '#12', '1', '#1'].map((search) => isMatch(search, [{ en: 'Tea' }], 12))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
