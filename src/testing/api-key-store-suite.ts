import { expect, onTestFinished, test } from 'vitest'
import type { ApiKeyRecord, Store } from '#server/storage/store.ts'
import { logEntryOf } from './action-store-suite.ts'

// The contract of every store for the keys of other programs.

export const apiKeyOf = (id: string, key: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
  id,
  name: `Key ${id}`,
  scopes: ['orders:read', 'reports:read'],
  keyHash: `hash of ${id}`,
  createdAt: 1000,
  createdBy: 'Sara',
  lastUsedAt: null,
  ...key,
})

/** Tests the keys of a store; `create` makes a new, empty one. */
export function testApiKeyStore(name: string, create: () => Promise<Store>): void {
  async function openStore(): Promise<Store> {
    const store = await create()
    onTestFinished(() => store.close())
    return store
  }

  const logged = async (store: Store) => (await store.readLog({ limit: 9 })).entries.map(({ what }) => what)

  test(`${name}: lists API keys, oldest first, and finds one by its hash`, async () => {
    const store = await openStore()
    const till = apiKeyOf('2', { name: 'صندوق', createdBy: null })
    const books = apiKeyOf('1', { createdAt: 900, scopes: [], lastUsedAt: 950 })
    expect(await store.addApiKey(till, logEntryOf({ what: 'add key' }))).toBe(true)
    expect(await store.addApiKey(books)).toBe(true)
    expect(await store.apiKeys()).toEqual([books, till])
    expect(await store.findApiKey('hash of 2')).toEqual(till)
    expect(await store.findApiKey('HASH of 2')).toBeUndefined()
    expect(await logged(store)).toEqual(['add key'])
  })

  test(`${name}: gives each API key its own name, whatever its case`, async () => {
    const store = await openStore()
    await store.addApiKey(apiKeyOf('1', { name: 'Till' }))
    const entry = logEntryOf({ what: 'too late' })
    expect(await store.addApiKey(apiKeyOf('2', { name: 'TILL' }), entry)).toBe(false)
    expect(await store.apiKeys()).toHaveLength(1)
    expect(await logged(store)).toEqual([])
    await store.removeApiKey('1')
    expect(await store.addApiKey(apiKeyOf('2', { name: 'TILL' }))).toBe(true)
  })

  test(`${name}: records the latest use of an API key, and an earlier one once the clock was set back`, async () => {
    const store = await openStore()
    await store.addApiKey(apiKeyOf('1'))
    const usedAfter = async (at: number) => {
      await store.touchApiKey('1', at)
      return (await store.findApiKey('hash of 1'))?.lastUsedAt
    }
    expect(await usedAfter(200_000)).toBe(200_000)
    expect(await usedAfter(150_000)).toBe(200_000)
    expect(await usedAfter(100_000)).toBe(100_000)
    await store.touchApiKey('unknown', 1)
    expect(await store.apiKeys()).toHaveLength(1)
  })

  test(`${name}: removes an API key once`, async () => {
    const store = await openStore()
    await store.addApiKey(apiKeyOf('1'))
    expect(await store.removeApiKey('1', logEntryOf({ what: 'remove key' }))).toBe(true)
    expect(await store.removeApiKey('1', logEntryOf({ what: 'again' }))).toBe(false)
    expect(await store.findApiKey('hash of 1')).toBeUndefined()
    expect(await logged(store)).toEqual(['remove key'])
  })
}

/** Tests that keys outlast the process; `createPlace` returns a function that opens the store there. */
export function testLastingApiKeys(name: string, createPlace: () => Promise<() => Promise<Store>>): void {
  test(`${name}: has its API keys when it is opened again`, async () => {
    const open = await createPlace()
    const first = await open()
    await first.addApiKey(apiKeyOf('1'))
    await first.touchApiKey('1', 5000)
    await first.close()
    const second = await open()
    onTestFinished(() => second.close())
    expect(await second.apiKeys()).toEqual([apiKeyOf('1', { lastUsedAt: 5000 })])
  })
}
