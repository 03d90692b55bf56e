import type { SharedStore, Store } from '#server/storage/store.ts'

interface Ground {
  readonly store: Store
  readonly fetch: (request: Request) => Promise<Response>
}

/**
 * The dependencies of a server until it is killed: from then on no call takes effect or is answered, and connections
 * break as those of a dead process do. Earlier calls have taken effect.
 */
export function createMortal({ store, fetch }: Ground): Ground & {
  kill(): void
  /** Severs any other call to the outside. */
  readonly severed: <Args extends readonly unknown[], Result>(
    work: (...args: Args) => Promise<Result>,
  ) => (...args: Args) => Promise<Result>
} {
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
  /** A dead server reacts to no events. */
  const listen: SharedStore['listen'] = (ingest, closing) =>
    store.shared?.listen(ingest, AbortSignal.any([closing, death.signal]))
  const { shared } = store
  return {
    store: {
      ...store,
      ...Object.fromEntries(works(store)),
      ...(shared && { shared: { ...Object.fromEntries(works(shared)), listen, now: shared.now } }),
    } as unknown as Store, // The same names, each with the same function.
    fetch: severed((request: Request) =>
      fetch(new Request(request, { signal: AbortSignal.any([request.signal, death.signal]) })),
    ),
    kill: () => death.abort(),
    severed,
  }
}
