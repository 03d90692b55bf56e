/** The most recently stored texts, by key. */
export interface Recent<Value> {
  get(key: string): Value | undefined
  /** Stores a value; drops the oldest if there are too many, or they are too long together. */
  set(key: string, value: Value): void
}

/** In characters: some hundred times what a busy shop stores, and what a server can spare. */
const lengthAtMost = 32 * 1024 * 1024

/** Stores up to `atMost` values, whose texts have up to 32 Mi characters together; always the latest. */
export function createRecent<Value>(atMost: number, textOf: (value: Value) => string): Recent<Value> {
  const values = new Map<string, Value>()
  let length = 0

  function drop(key: string): void {
    const value = values.get(key)
    if (value !== undefined) length -= textOf(value).length
    values.delete(key)
  }

  return {
    get: (key) => values.get(key),
    set(key, value) {
      drop(key)
      values.set(key, value)
      length += textOf(value).length
      for (const oldest of values.keys()) {
        if (oldest === key || (values.size <= atMost && length <= lengthAtMost)) return
        drop(oldest)
      }
    },
  }
}
