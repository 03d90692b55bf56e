/** The texts that were kept last, each under its key. */
export interface Recent<Value> {
  get(key: string): Value | undefined
  /** Keeps a value, and lets the oldest go where there are too many, or they are too long together. */
  set(key: string, value: Value): void
}

/** In characters: some hundred times what a busy shop keeps, and no more than a server can spare. */
const lengthAtMost = 32 * 1024 * 1024

/** Keeps so many values, whose texts together have at most 32 Mi characters; but the latest in any case. */
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
