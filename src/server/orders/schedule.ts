interface Entry<Key> {
  readonly key: Key
  readonly at: number
}

/** What is due when. Whoever looks pays for what is due, not for the thousands that are not. */
export interface Schedule<Key> {
  /** Puts something down for a time, in place of the one that it had. */
  set(key: Key, at: number): void
  delete(key: Key): void
  has(key: Key): boolean
  /** Takes what is due out, the earliest first, and so many at most. */
  take(now: number, atMost: number): readonly Key[]
  /** When the next is due; nothing where none is. */
  next(): number | undefined
}

/** A binary heap, the earliest on top. What was put down anew stays in it under its old time, and is passed over then. */
export function createSchedule<Key>(): Schedule<Key> {
  const times = new Map<Key, number>()
  const heap: Entry<Key>[] = []

  const isEarlier = (one: number, other: number): boolean => (heap[one]?.at ?? Infinity) < (heap[other]?.at ?? Infinity)

  function swap(one: number, other: number): void {
    const [first, second] = [heap[one], heap[other]]
    if (first && second) [heap[one], heap[other]] = [second, first]
  }

  function rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1
      if (!isEarlier(at, parent)) return
      swap(at, parent)
      at = parent
    }
  }

  function sink(from: number): void {
    for (let at = from; ;) {
      const left = 2 * at + 1
      const child = isEarlier(left + 1, left) ? left + 1 : left
      if (!isEarlier(child, at)) return
      swap(at, child)
      at = child
    }
  }

  function removeFirst(): void {
    const last = heap.pop()
    if (!last || heap.length === 0) return
    heap[0] = last
    sink(0)
  }

  /** The earliest that still holds. */
  function first(): Entry<Key> | undefined {
    for (;;) {
      const [entry] = heap
      if (!entry || times.get(entry.key) === entry.at) return entry
      removeFirst()
    }
  }

  return {
    set(key, at) {
      if (times.get(key) === at) return
      times.set(key, at)
      heap.push({ key, at })
      rise(heap.length - 1)
    },
    delete: (key) => void times.delete(key),
    has: (key) => times.has(key),
    take(now, atMost) {
      const due: Key[] = []
      for (let entry = first(); entry && entry.at <= now && due.length < atMost; entry = first()) {
        due.push(entry.key)
        times.delete(entry.key)
        removeFirst()
      }
      return due
    },
    next: () => first()?.at,
  }
}

/** An agenda on which some things come before all others that are due. */
export interface RankedSchedule<Key> extends Pick<Schedule<Key>, 'delete' | 'has'> {
  set(key: Key, at: number, isFirst: boolean): void
  /** Takes all that is due and comes first, and of the rest so much that there are so many at most. */
  take(now: number, atMost: number): readonly Key[]
  /** When the next is due; `isFirst`: of those that come first. */
  next(isFirst: boolean): number | undefined
}

export function createRankedSchedule<Key>(): RankedSchedule<Key> {
  const [first, rest] = [createSchedule<Key>(), createSchedule<Key>()]
  return {
    set(key, at, isFirst) {
      const [own, other] = isFirst ? [first, rest] : [rest, first]
      own.set(key, at)
      other.delete(key)
    },
    delete(key) {
      first.delete(key)
      rest.delete(key)
    },
    has: (key) => first.has(key) || rest.has(key),
    take(now, atMost) {
      const taken = first.take(now, Infinity)
      return [...taken, ...rest.take(now, atMost - taken.length)]
    },
    next(isFirst) {
      const next = Math.min(first.next() ?? Infinity, (isFirst ? undefined : rest.next()) ?? Infinity)
      return next === Infinity ? undefined : next
    },
  }
}
