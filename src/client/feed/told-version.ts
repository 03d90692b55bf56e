/** The latest version of the desk's orders that this tablet was told of. */
let latest = 0
let toldAt = 0

export function noteToldVersion(version: number): void {
  if (version <= latest) return
  latest = version
  toldAt = Date.now()
}

export const toldVersion = (): number => latest

/** Whether it was told of something new within so many milliseconds. */
export const wasToldWithin = (ms: number): boolean => Math.abs(Date.now() - toldAt) < ms
