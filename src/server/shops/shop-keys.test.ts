import { expect, test } from 'vitest'
import { notesBy } from '#server/auth/auth-outcomes.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { createShopKeys } from './shop-keys.ts'

const [mansour, karrada] = ['https://mansour.example', 'https://karrada.example'] as const
const key = 'vd_abc_0123456789abcdef'
const secret = 'a-secret-of-24-characters'
const entry = notesBy({ now: () => 0 }, null)('save shop key')

function createKeys(store = createMemoryStore(), under: string | null = secret) {
  const randomBytes = (size: number) => crypto.getRandomValues(new Uint8Array(size))
  const keys = createShopKeys({ store, subtle: crypto.subtle, randomBytes, secret: under ?? undefined })
  const save = (url: string, value: string | null) => keys.save(url, value, [mansour, karrada], entry)
  const written = async () => JSON.stringify((await store.readSetting('shop-keys'))?.value)
  return { keys, save, store, written }
}

test('keeps a key for each desk, and forgets one', async () => {
  const { keys, save } = createKeys()
  await save(mansour, key)
  await save(karrada, `${key}2`)
  expect(await keys.find(mansour)).toEqual({ key })
  expect(await keys.find(karrada)).toEqual({ key: `${key}2` })
  await save(mansour, null)
  expect(await keys.find(mansour)).toBeUndefined()
  expect([...(await keys.desks())]).toEqual([karrada])
})

test('encrypts keys in the store, each anew', async () => {
  const { save, written } = createKeys()
  await save(mansour, key)
  const first = await written()
  expect(first).not.toContain('0123456789abcdef')
  expect(first).not.toContain(btoa(key).slice(0, 20))
  await save(mansour, key)
  expect(await written()).not.toBe(first)
})

test('keeps keys as they are without a secret', async () => {
  const { keys, save, written } = createKeys(createMemoryStore(), null)
  await save(mansour, key)
  expect(await keys.find(mansour)).toEqual({ key })
  expect(await written()).toContain(key)
})

test('knows a key that another secret encrypted, and does not guess it', async () => {
  const { save, store } = createKeys()
  await save(mansour, key)
  for (const other of ['another-secret-of-24-chars', null])
    expect(await createKeys(store, other).keys.find(mansour)).toEqual({ key: undefined })
})

test('does not take the key of one desk for that of another', async () => {
  const { keys, save, store } = createKeys()
  await save(mansour, key)
  const { value, revision } = (await store.readSetting('shop-keys')) ?? { value: {}, revision: 0 }
  const stolen = (value as Record<string, unknown>)[mansour] // As it was just stored.
  await store.saveSetting('shop-keys', { [karrada]: stolen }, revision)
  expect(await keys.find(karrada)).toEqual({ key: undefined })
})

test('drops the keys of desks that OTHER_DESKS no longer names', async () => {
  const { keys, save } = createKeys()
  await save(mansour, key)
  await keys.save(karrada, key, [karrada], entry)
  expect([...(await keys.desks())]).toEqual([karrada])
})

test('survives a setting that is none', async () => {
  const { keys, store } = createKeys()
  await store.saveSetting('shop-keys', ['x'], 0)
  expect(await keys.find(mansour)).toBeUndefined()
})
