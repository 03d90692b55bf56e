import { createTold, useTold } from '#client/told.ts'

/** How far the server's clock is ahead of this tablet's, which may be a day wrong; in milliseconds. */
let ahead = 0

/** Sets the clock by an answer that has just arrived. */
export function setServerTime(iso: string): void {
  const serverNow = Date.parse(iso)
  if (Number.isFinite(serverNow)) ahead = serverNow - Date.now()
}

/** The server's time now, in milliseconds. */
export const serverNow = (): number => Date.now() + ahead

const second = 1000
const told = createTold(serverNow())
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
export const useServerNow = (): number => useTold(serverClock)
