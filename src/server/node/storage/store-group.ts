import { setImmediate as nextTurn } from 'node:timers/promises'

interface Waiting<In, Out> {
  readonly items: readonly In[]
  readonly resolve: (outs: readonly Out[]) => void
  readonly reject: (error: unknown) => void
}

export interface Group<In, Out> {
  /** Hands items in; resolves with their own answers once the transaction they went into is on the disk. */
  add(items: readonly In[]): Promise<readonly Out[]>
  /** Resolves when nothing waits any more. */
  settled(): Promise<void>
}

/**
 * Group commit: what is handed in during one turn of the loop, or while a transaction is under way, goes together into
 * the next one, so that one fsync serves them all; of a crowd, what the turns after it bring as well. About `most` items
 * go into one, so that it does not block for long.
 */
export function createGroup<In, Out>(
  commit: (items: readonly In[]) => Promise<readonly Out[]>,
  most: number,
): Group<In, Out> {
  let waiting: Waiting<In, Out>[] = []
  let running: Promise<void> | undefined

  function next(): readonly Waiting<In, Out>[] {
    let room = most
    let end = 0
    for (const { items } of waiting) {
      if (end > 0 && items.length > room) break
      room -= items.length
      end += 1
    }
    const taken = waiting.slice(0, end)
    waiting = waiting.slice(end)
    return taken
  }

  async function commitOne(group: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const outs = await commit(group.flatMap(({ items }) => items))
      let start = 0
      for (const { items, resolve } of group) resolve(outs.slice(start, (start += items.length)))
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  /**
   * Whoever arrives in this turn of the loop comes along, and whoever was just answered may hand in the next. A turn that
   * brought as many as there were is often followed by another: a crowd's requests are not all read in one.
   */
  async function gather(): Promise<void> {
    for (let before = 0; waiting.length >= 2 * before;) {
      before = waiting.length
      await nextTurn()
    }
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await gather()
      await commitOne(next())
    }
    running = undefined
  }

  return {
    add: (items) =>
      new Promise((resolve, reject) => {
        waiting.push({ items, resolve, reject })
        running ??= run()
      }),
    settled: async () => running,
  }
}
