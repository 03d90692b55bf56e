import { expect, test } from 'vitest'
import { createTestDesk } from '#testing/desk.ts'

const api = '/api/developer/v1'
const lists = ['items?page=2', 'categories?page=1&per_page=50', 'brands', 'variant-attributes'] as const

test.each(lists)('twenty tablets that page to %s cost the vendor one read', async (address) => {
  const desk = createTestDesk()
  desk.vendor.faults.add({ kind: 'slow', ms: 500 })
  const asked = Array.from({ length: 20 }, () => desk.ask(`${api}/${address}`))
  await desk.clock.advance(500)
  const answers = await Promise.all(asked)
  await desk.clock.advance(29_400)
  answers.push(await desk.ask(`${api}/${address}`))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(await Promise.all(answers.map((each) => each.text()))).size).toBe(1)
  expect(desk.asked()).toEqual([`GET ${api}/${address}`])
  await desk.clock.advance(100)
  await desk.ask(`${api}/${address}`)
  expect(desk.asked()).toHaveLength(2)
})

test('pages are not taken for one another', async () => {
  const desk = createTestDesk()
  const texts = await Promise.all(
    ['items?page=1', 'items?page=2', 'brands?page=1', 'brands?page=1&per_page=10', 'brands?page=10'].map(
      async (address) => (await desk.ask(`${api}/${address}`)).text(),
    ),
  )
  expect(new Set(texts).size).toBe(5)
})

test('a failure is told to those who asked meanwhile, and to nobody after', async () => {
  const desk = createTestDesk()
  desk.vendor.faults.add({ kind: 'error' })
  const both = await Promise.all([desk.ask(`${api}/items`), desk.ask(`${api}/items`)])
  expect(both.map(({ status }) => status)).toEqual([503, 503])
  expect((await desk.ask(`${api}/items`)).status).toBe(200)
  expect(desk.asked()).toHaveLength(2)
})

test('an old page is no answer where the vendor fails', async () => {
  const desk = createTestDesk()
  await desk.ask(`${api}/items`)
  await desk.clock.advance(30_000)
  desk.vendor.faults.add({ kind: 'error' })
  expect((await desk.ask(`${api}/items`)).status).toBe(503)
})

test('the reasons of a rejection are always read anew', async () => {
  const desk = createTestDesk()
  await desk.ask(`${api}/cancel-reasons`)
  await desk.ask(`${api}/cancel-reasons`)
  expect(desk.asked()).toHaveLength(2)
})

test('however many pages are read, only the latest are kept', async () => {
  const desk = createTestDesk()
  for (let page = 1; page <= 41; page += 1) {
    const asked = desk.ask(`${api}/items?page=${page}`)
    await desk.clock.advance(60)
    await asked
  }
  await desk.ask(`${api}/items?page=41`)
  expect(desk.asked()).toHaveLength(41)
  await desk.ask(`${api}/items?page=1`)
  expect(desk.asked()).toHaveLength(42)
})
