import type { Clock } from '#contract/clock.ts'
import type { ItemSearch } from '#contract/desk/catalog.ts'
import { readJson } from '#contract/json.ts'
import { type Catalog, createCatalog } from '#server/catalog/catalog.ts'
import type { Level } from '#server/runtime/bug.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import type { Vendor, VendorAnswer } from '#server/vendor/vendor.ts'
import { VendorFailure, type VendorFailureReason } from '#server/vendor/vendor-failure.ts'
import { openCatalogCache, type SqliteCatalogDeps } from './catalog-sqlite.ts'
import type { MessagePort, Worker } from 'node:worker_threads'

/** Functions that another thread may call: plain data in, plain data out. */
type Callable = Readonly<Record<string, (given: never) => Promise<unknown>>>

export type Given<F> = F extends (given: infer T) => unknown ? T : never
type ChangeRecords<F> = F extends (given: never) => Promise<infer T> ? T : never

interface ThreadCalls<Theirs extends Callable> {
  /** Calls a function of the other thread. @throws what it threw. */
  call<Name extends keyof Theirs & string>(name: Name, given: Given<Theirs[Name]>): Promise<ChangeRecords<Theirs[Name]>>
  /** The other thread has ended: all pending and future calls fail with this error. */
  end(error: Error): void
}

type Message =
  | { readonly call: number; readonly name: string; readonly given: unknown }
  | { readonly answer: number; readonly value: unknown }
  | { readonly answer: number; readonly failure: CarriedFailure }

/** An error in transit: only the message of an error crosses between threads by itself. */
type CarriedFailure =
  | { readonly of: 'store' | 'program'; readonly message: string }
  | {
      readonly of: 'vendor'
      readonly message: string
      readonly reason: VendorFailureReason
      readonly status: number | undefined
      readonly retryAfterMs: number | undefined
    }

function pack(error: unknown): CarriedFailure {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof VendorFailure) {
    const { reason, status, retryAfterMs } = error
    return { of: 'vendor', message, reason, status, retryAfterMs }
  }
  return { of: error instanceof StoreUnavailable ? 'store' : 'program', message }
}

function unpack(failure: CarriedFailure): Error {
  const { message } = failure
  if (failure.of === 'vendor') return new VendorFailure(failure.reason, message, failure.status, failure.retryAfterMs)
  return failure.of === 'store' ? new StoreUnavailable(message) : new Error(message)
}

/** Lets two threads call each other's functions over a port; one on each end. */
export function createThreadCalls<Theirs extends Callable>(
  port: MessagePort | Worker,
  ours: Callable,
): ThreadCalls<Theirs> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let count = 0
  let ended: Error | undefined

  const send = (message: Message) => port.postMessage(message)

  async function answer({ call, name, given }: Extract<Message, { call: number }>): Promise<void> {
    try {
      send({ answer: call, value: await ours[name]?.(given as never) }) // as the other end is typed
    } catch (error) {
      send({ answer: call, failure: pack(error) })
    }
  }

  port.on('message', (message: Message) => {
    if ('call' in message) return void answer(message)
    const pending = waiting.get(message.answer)
    waiting.delete(message.answer)
    if ('failure' in message) pending?.reject(unpack(message.failure))
    else pending?.resolve(message.value)
  })

  return {
    async call(name, given) {
      if (ended) throw ended
      count += 1
      const pending = Promise.withResolvers<unknown>()
      waiting.set(count, pending)
      send({ call: count, name, given })
      return (await pending.promise) as ChangeRecords<Theirs[typeof name]> // what its own function answered
    },
    end(error) {
      ended = error
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    },
  }
}

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
