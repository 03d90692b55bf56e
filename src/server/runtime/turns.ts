/** Runs at most `atOnce` pieces of work at a time, first come, first served, whatever their outcome. */
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

/** Runs work in turns. All who call before a turn begins share it. */
export function sharedTurn(inTurn: ReturnType<typeof createTurns>, work: () => Promise<void>): () => Promise<void> {
  let next: Promise<void> | undefined
  return () =>
    (next ??= inTurn(async () => {
      // The turn may come at once, before the variable is set.
      await Promise.resolve()
      next = undefined
      await work()
    }))
}
