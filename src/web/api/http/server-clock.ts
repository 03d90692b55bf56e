import { createStore, useStore } from '#web/api/store.ts'

// The tablet's clock may be hours off, and may be set while the page is open. So the page records times on a steady clock
// of its own, and shows and compares them as server time.

const isSetByMs = 2000
const difference = (): number => Date.now() - performance.now()

/** How far the tablet's clock has run ahead of the monotonic one, by sleep or because it was set ahead. */
let leapt = 0
/** The part of `leapt` that the server's time has not confirmed yet. */
let unconfirmed = 0
let seenDifference = difference()

/**
 * Milliseconds on the page's steady clock. It runs while the tablet sleeps and ignores the tablet's clock being set back.
 * If that is set ahead, the steady clock follows until the server's time corrects it.
 */
export function steadyNow(): number {
  const gained = difference() - seenDifference
  seenDifference += gained
  if (gained > isSetByMs) {
    leapt += gained
    unconfirmed += gained
  }
  return performance.now() + leapt
}

/** Server time minus steady time in milliseconds; undefined until the first answer of the server. */
let ahead: number | undefined

/** Sets the clock by the server time of an answer that has just arrived. */
export function setServerTime(iso: string): void {
  const at = Date.parse(iso)
  if (!Number.isFinite(at)) return
  const aheadOfServer = serverNow() - at
  // The server shows that the leap was no sleep: the tablet's clock was set.
  if (ahead !== undefined && aheadOfServer > isSetByMs) leapt -= Math.min(aheadOfServer, unconfirmed)
  unconfirmed = 0
  ahead = at - steadyNow()
  if (Math.abs(aheadOfServer) > isSetByMs) ticking.set(serverNow())
}

/** Converts a time of `steadyNow` to server time in milliseconds, or to the tablet's time until the server's is known. */
export function serverTimeOf(at: number): number {
  return Math.round(ahead === undefined ? Date.now() - (steadyNow() - at) : at + ahead)
}

/** The server's time now, in milliseconds. */
export const serverNow = (): number => serverTimeOf(steadyNow())

/** How far the tablet's own clock is ahead of the server's, in milliseconds; 0 until the server's time is known. */
export const tabletClockOffMs = (): number => Date.now() - serverNow()

const checkEveryMs = 1000

/**
 * Calls back after the tablet's clock was set or the tablet has slept; only the server's time distinguishes the two.
 * @returns how to stop.
 */
export function watchClockChanges(onChanged: () => void): () => void {
  let last = difference()
  const checks = setInterval(() => {
    const next = difference()
    const isChanged = Math.abs(next - last) > isSetByMs
    last = next
    if (isChanged) onChanged()
  }, checkEveryMs)
  return () => clearInterval(checks)
}

const second = 1000
const ticking = createStore(serverNow())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** Runs one timer for all countdowns on the screen. */
function watch(watcher: () => void): () => void {
  const leave = ticking.watch(watcher)
  watchers += 1
  if (watchers === 1) {
    timer = setInterval(() => ticking.set(serverNow()), second)
    ticking.set(serverNow())
  }
  return () => {
    leave()
    watchers -= 1
    if (watchers === 0) clearInterval(timer)
  }
}

export const serverClock = { watch, read: ticking.read }

/** The server's time, updated every second. */
export const useServerNow = (): number => useStore(serverClock)
