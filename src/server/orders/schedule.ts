interface Entry<Key> {
  readonly key: Key
  readonly at: number
}

/** A schedule of keys by due time. Taking due keys does not depend on the number of those not yet due. */
export interface Schedule<Key> {
  /** Schedules a key, replacing its earlier time. */
  set(key: Key, at: number): void
  delete(key: Key): void
  has(key: Key): boolean
  /** Removes and returns up to `atMost` due keys, the earliest first. */
  take(now: number, atMost: number): readonly Key[]
  /** The earliest due time; nothing if empty. */
  next(): number | undefined
}

/** A binary min-heap. Rescheduled keys leave a stale entry, which is skipped when it surfaces. */
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

  /** The earliest entry that is not stale. */
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

/** A schedule with priority keys, which come before all others that are due. */
export interface RankedSchedule<Key> extends Pick<Schedule<Key>, 'delete' | 'has'> {
  set(key: Key, at: number, isFirst: boolean): void
  /** Removes and returns all due priority keys, then others up to `atMost` in total. */
  take(now: number, atMost: number): readonly Key[]
  /** The earliest due time; `isFirst`: of priority keys only. */
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
