/** Runs at most so many pieces of work at once, whatever becomes of each; whoever comes first is served first. */
export function createTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** Takes turns at work of which one that has not begun serves all who come meanwhile. */
export function sharedTurn(inTurn: ReturnType<typeof createTurns>, work: () => Promise<void>): () => Promise<void> {
  let next: Promise<void> | undefined
  return () =>
    (next ??= inTurn(async () => {
      // Its turn may come at once, and it is not there yet.
      await Promise.resolve()
      next = undefined
      await work()
    }))
}
