import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openCatalogCache } from '#server/node/catalog/catalog-sqlite.ts'
import { testCatalogCache } from '#testing/catalog-cache-suite.ts'
import { createMemoryCatalogCache } from './catalog-cache.ts'

testCatalogCache('memory', async () => createMemoryCatalogCache())

testCatalogCache('sqlite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return openCatalogCache({ file: join(folder, 'catalog.db'), vendorBaseUrl: 'https://vendor.test', log: () => {} })
})
