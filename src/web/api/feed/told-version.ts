import { steadyNow } from '#web/api/http/server-clock.ts'

/** The latest version of the desk's orders that this tablet was told of. */
let latest = 0
let toldAt = Number.NEGATIVE_INFINITY
/** The latest version of which this tablet has read all that it shows. */
let seen = 0
let readings = 0

export function noteToldVersion(version: number): void {
  if (version <= latest) return
  latest = version
  toldAt = steadyNow()
}

/** What the feed told of is being read; `reading` never rejects, and says whether all of it is on the screen. */
export function noteReading(reading: Promise<boolean>): void {
  readings += 1
  void reading.then((isShown) => {
    readings -= 1
    if (isShown) noteSeenVersion(latest)
  })
}

/** All open orders were read as of a version. */
export function noteSeenVersion(version: number): void {
  if (readings === 0) seen = Math.max(seen, version)
}

/** A read is answered by a desk that knows as much. */
export const toldVersion = (): number => latest

/** A tap is judged by what whoever tapped can have seen: word of a change comes before the change is on the screen. */
export const seenVersion = (): number => seen

/** Whether it was told of something new within so many milliseconds. */
export const wasToldWithin = (ms: number): boolean => steadyNow() - toldAt < ms
