import type { SharedStore, Store } from '#server/storage/store.ts'

interface Ground {
  readonly store: Store
  readonly fetch: (request: Request) => Promise<Response>
}

/**
 * What a server stands on, until it is killed: from then on nothing that it asks for happens or is answered, and its
 * connections break, as the system breaks those of a dead process. What it had handed over before has happened.
 */
export function createMortal({ store, fetch }: Ground): Ground & { kill(): void } {
  const death = new AbortController()
  const never = new Promise<never>(() => {})

  const severed =
    <Args extends readonly unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (death.signal.aborted) return never
      try {
        const result = await work(...args)
        return death.signal.aborted ? never : result
      } catch (error) {
        if (death.signal.aborted) return never
        throw error
      }
    }

  const works = (parts: object) =>
    Object.entries(parts).flatMap(([name, work]: [string, unknown]) =>
      typeof work === 'function' ? [[name, severed(work as () => Promise<unknown>)] as const] : [],
    )
  /** What a dead server hears it does not act upon. */
  const listen: SharedStore['listen'] = (ingest, closing) =>
    store.shared?.listen(ingest, AbortSignal.any([closing, death.signal]))
  const { shared } = store
  return {
    store: {
      ...store,
      ...Object.fromEntries(works(store)),
      ...(shared && { shared: { ...Object.fromEntries(works(shared)), listen, now: shared.now } }),
    } as unknown as Store, // the same names, each with the same work
    fetch: severed((request: Request) =>
      fetch(new Request(request, { signal: AbortSignal.any([request.signal, death.signal]) })),
    ),
    kill: () => death.abort(),
  }
}
