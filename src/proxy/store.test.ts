import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { testLastingStore, testStore } from '#testing/store-suite.ts'
import { openSqliteStore } from './node/store-sqlite.ts'
import { createMemoryStore } from './store-memory.ts'

async function sqlitePlace() {
  const folder = await mkdtemp(join(tmpdir(), 'store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const clock = createTestClock()
  return () => openSqliteStore({ file: join(folder, 'desk.db'), clock, log: () => {} })
}

testStore('memory', async () => createMemoryStore())
testStore('sqlite', async () => (await sqlitePlace())())
testLastingStore('sqlite', sqlitePlace)

test('a store in memory says that it cannot be copied', async () => {
  await expect(createMemoryStore().backup('copy.db')).rejects.toThrow('no file')
})
