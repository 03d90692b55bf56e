import type { MessagePort } from 'node:worker_threads'
import type { ItemSearch } from '#contract/desk/catalog.ts'
import type { Clock } from '#contract/clock.ts'
import { readJson } from '#contract/json.ts'
import { createCatalog, type Catalog } from '#server/catalog/catalog.ts'
import type { Level } from '#server/runtime/bug.ts'
import type { Vendor, VendorAnswer } from '#server/vendor/vendor.ts'
import { openCatalogCache, type SqliteCatalogDeps } from './catalog-sqlite.ts'
import { createThreadCalls } from './thread-calls.ts'

export type CatalogFile = Pick<SqliteCatalogDeps, 'file' | 'vendorBaseUrl'>

/** What the server's thread does for the catalog's: it alone speaks with the vendor, and it alone writes the log. */
export type ForCatalog = {
  /** One page of a list, behind everything else that the vendor is asked. @returns the JSON. */
  readPage(asked: {
    readonly name: 'listItems' | 'listCategories'
    readonly query: Readonly<Record<string, string>>
  }): Promise<string>
  log(line: {
    readonly event: string
    readonly fields: Readonly<Record<string, unknown>>
    readonly level?: Level | undefined
  }): Promise<void>
}

/** What the catalog's thread does for the server's. */
export type ServedCatalog = {
  search(query: ItemSearch): ReturnType<Catalog['search']>
  read(key: string): ReturnType<Catalog['read']>
  counts(nothing: undefined): ReturnType<Catalog['counts']>
  matches(given: { readonly order: unknown; readonly isLookedAt?: boolean | undefined }): ReturnType<Catalog['matches']>
  isDigital(order: unknown): ReturnType<Catalog['isDigital']>
  wantDaily(nothing: undefined): Promise<void>
  /** Resolves at once, where the thread is at work at all. */
  isThere(nothing: undefined): Promise<void>
  /** Resolves once the file is closed, and nothing more will be written. */
  close(nothing: undefined): Promise<void>
}

/** The catalog's end of a port: opens its file, gathers, and answers until it is told to close. */
export function serveCatalog(port: MessagePort, { file, vendorBaseUrl }: CatalogFile, clock: Clock): void {
  const closing = new AbortController()
  const served: ServedCatalog = {
    search: (query) => catalog.search(query),
    read: (key) => catalog.read(key),
    counts: () => catalog.counts(),
    matches: ({ order, isLookedAt }) => catalog.matches(order, isLookedAt),
    isDigital: (order) => catalog.isDigital(order),
    wantDaily: () => catalog.wantDaily(),
    isThere: async () => undefined,
    async close() {
      closing.abort()
      await cache.close()
    },
  }
  // First, for whatever comes after it may have something to write into the log.
  const server = createThreadCalls<ForCatalog>(port, served)
  const log = (event: string, fields: Readonly<Record<string, unknown>> = {}, level?: Level) =>
    void server.call('log', { event, fields, level })
  const cache = openCatalogCache({ file, vendorBaseUrl, log })
  const vendor: Vendor = {
    async call(name, { query = {} }): Promise<VendorAnswer> {
      const text = await server.call('readPage', { name: name as 'listItems' | 'listCategories', query }) // it reads no others
      const { value, edit } = readJson(text)
      return { text, body: value as VendorAnswer['body'], edit } // the server's thread has looked at it
    },
  }
  const catalog = createCatalog({ vendor, clock, random: Math.random, log }, cache)
  void catalog.run(closing.signal)
}
