import { expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { createTestDesk } from '#testing/desk.ts'
import { createSharedReads } from './shared-reads.ts'

const api = '/api/developer/v1'
const lists = ['items?page=2', 'categories?page=1&per_page=50', 'brands', 'variant-attributes'] as const

test.each(lists)('reads once for twenty tablets that page to %s', async (address) => {
  const desk = createTestDesk()
  desk.vendor.faults.add({ kind: 'slow', ms: 500 })
  const asked = Array.from({ length: 20 }, () => desk.ask(`${api}/${address}`))
  await desk.clock.advance(500)
  const answers = await Promise.all(asked)
  await desk.clock.advance(400)
  answers.push(await desk.ask(`${api}/${address}`))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(await Promise.all(answers.map((each) => each.text()))).size).toBe(1)
  expect(desk.asked()).toEqual([`GET ${api}/${address}`])
  await desk.clock.advance(100)
  await desk.ask(`${api}/${address}`)
  expect(desk.asked()).toHaveLength(2)
})

test('does not mix up pages', async () => {
  const desk = createTestDesk()
  const texts = await Promise.all(
    ['items?page=1', 'items?page=2', 'brands?page=1', 'brands?page=1&per_page=10', 'brands?page=10'].map(
      async (address) => (await desk.ask(`${api}/${address}`)).text(),
    ),
  )
  expect(new Set(texts).size).toBe(5)
})

test('shares a failure with concurrent callers only', async () => {
  const desk = createTestDesk()
  desk.vendor.faults.add({ kind: 'error' })
  const both = await Promise.all([desk.ask(`${api}/items`), desk.ask(`${api}/items`)])
  expect(both.map(({ status }) => status)).toEqual([503, 503])
  expect((await desk.ask(`${api}/items`)).status).toBe(200)
  expect(desk.asked()).toHaveLength(2)
})

test('shares a slow read with callers that come later', async () => {
  const desk = createTestDesk()
  desk.vendor.faults.add({ kind: 'slow', ms: 5000 })
  const first = desk.ask(`${api}/items`)
  await desk.clock.advance(4000)
  const second = desk.ask(`${api}/items`)
  await desk.clock.advance(1000)
  expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200])
  expect(desk.asked()).toHaveLength(1)
})

test.each([
  ['error', 503],
  ['unauthenticated', 502],
] as const)('reports a vendor failure (%s) a second after a page was read', async (kind, status) => {
  const desk = createTestDesk()
  await desk.ask(`${api}/items`)
  await desk.clock.advance(1000)
  desk.vendor.faults.add({ kind })
  expect((await desk.ask(`${api}/items`)).status).toBe(status)
})

test('always reads the reasons of a rejection anew', async () => {
  const desk = createTestDesk()
  await desk.ask(`${api}/cancel-reasons`)
  await desk.ask(`${api}/cancel-reasons`)
  expect(desk.asked()).toHaveLength(2)
})

test('stores only the latest of many pages', async () => {
  const shared = createSharedReads(createTestClock(), 1000, 40)
  let reads = 0
  const read = (page: number) => shared.read(`items ${page}`, () => Promise.resolve(String((reads += 1))))
  for (let page = 1; page <= 41; page += 1) await read(page)
  await read(41)
  expect(reads).toBe(41)
  await read(1)
  expect(reads).toBe(42)
})
