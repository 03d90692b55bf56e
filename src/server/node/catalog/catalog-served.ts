import type { Clock } from '#contract/clock.ts'
import type { ItemSearch } from '#contract/desk/catalog.ts'
import { readJson } from '#contract/json.ts'
import { type Catalog, createCatalog } from '#server/catalog/catalog.ts'
import { createThreadCalls } from '#server/node/thread-calls.ts'
import type { Level } from '#server/runtime/bug.ts'
import type { Vendor, VendorAnswer } from '#server/vendor/vendor.ts'
import { openCatalogCache, type SqliteCatalogDeps } from './catalog-sqlite.ts'
import type { MessagePort } from 'node:worker_threads'

export type CatalogFile = Pick<SqliteCatalogDeps, 'file' | 'vendorBaseUrl'>

/**
 * Functions of the server's thread for the catalog's thread. Only the server's thread calls the vendor and writes the
 * log.
 */
export type ForCatalog = {
  /** Reads one page of a list, at the lowest urgency. @returns the JSON. */
  readPage(page: {
    readonly name: 'listItems' | 'listCategories'
    readonly query: Readonly<Record<string, string>>
  }): Promise<string>
  log(line: {
    readonly event: string
    readonly fields: Readonly<Record<string, unknown>>
    readonly level?: Level | undefined
  }): Promise<void>
}

/** Functions of the catalog's thread for the server's thread. */
export type ServedCatalog = {
  search(query: ItemSearch): ReturnType<Catalog['search']>
  read(key: string): ReturnType<Catalog['read']>
  counts(nothing: undefined): ReturnType<Catalog['counts']>
  matches(given: { readonly order: unknown; readonly isLookedAt?: boolean | undefined }): ReturnType<Catalog['matches']>
  isDigital(order: unknown): ReturnType<Catalog['isDigital']>
  wantDaily(nothing: undefined): Promise<void>
  /** Resolves at once if the thread is responsive. */
  isThere(nothing: undefined): Promise<void>
  /** Resolves when the file is closed and nothing more will be written. */
  close(nothing: undefined): Promise<void>
}

/** Runs the catalog on its end of a port: opens its file, gathers, and answers until told to close. */
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
  // Created first, because what follows may write to the log.
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
