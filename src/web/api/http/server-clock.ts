import { createStore, useStore } from '#web/api/store.ts'

// This tablet's clock may be hours wrong, and may be set while the page is open. So the page notes moments on a clock of
// its own, and shows and compares them on the server's.

const isSetByMs = 2000
const difference = (): number => Date.now() - performance.now()

/** By how much this tablet's clock has left the monotonic one behind: it slept, or its clock was set ahead. */
let leapt = 0
/** How much of that the server's time has not confirmed yet. */
let unconfirmed = 0
let seenDifference = difference()

/**
 * Milliseconds on a clock that is this page's alone: it goes on while the tablet sleeps, and stands for nothing where
 * this tablet's clock is set back. Where that is set ahead, it is too, until the server tells its time.
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

/** How far the server's clock is ahead of the page's, in milliseconds; nothing until the server has told its time. */
let ahead: number | undefined

/** Sets the clock by an answer that has just arrived. */
export function setServerTime(iso: string): void {
  const at = Date.parse(iso)
  if (!Number.isFinite(at)) return
  const aheadOfServer = serverNow() - at
  // No time has passed by which the tablet's clock has leapt: it was set, and what was noted before is not as old.
  if (ahead !== undefined && aheadOfServer > isSetByMs) leapt -= Math.min(aheadOfServer, unconfirmed)
  unconfirmed = 0
  ahead = at - steadyNow()
  if (Math.abs(aheadOfServer) > isSetByMs) told.set(serverNow())
}

/** What the server's clock showed at a moment of `steadyNow`; until it is known, this tablet's clock is the best guess. */
export function serverTimeOf(at: number): number {
  return Math.round(ahead === undefined ? Date.now() - (steadyNow() - at) : at + ahead)
}

/** The server's time now, in milliseconds. */
export const serverNow = (): number => serverTimeOf(steadyNow())

const lookEveryMs = 1000

/**
 * Calls back when this tablet's clock was set, or the tablet has slept: which of the two, only the server's time can tell.
 * @returns what ends it.
 */
export function watchClockChanges(onChanged: () => void): () => void {
  let last = difference()
  const looks = setInterval(() => {
    const next = difference()
    const isChanged = Math.abs(next - last) > isSetByMs
    last = next
    if (isChanged) onChanged()
  }, lookEveryMs)
  return () => clearInterval(looks)
}

const second = 1000
const told = createStore(serverNow())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all who look, however many countdowns there are. */
function watch(watcher: () => void): () => void {
  const leave = told.watch(watcher)
  watchers += 1
  if (watchers === 1) {
    timer = setInterval(() => told.set(serverNow()), second)
    told.set(serverNow())
  }
  return () => {
    leave()
    watchers -= 1
    if (watchers === 0) clearInterval(timer)
  }
}

export const serverClock = { watch, read: told.read }

/** The server's time, told again each second while somebody looks. */
export const useServerNow = (): number => useStore(serverClock)
