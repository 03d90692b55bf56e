import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { logBug, type Log } from '#server/runtime/bug.ts'

const graceMs = 1000

/**
 * No new connection; what is idle goes at once. A request that is still on its way on a connection that was taken is
 * answered, an action under way finds out what came of it (`finish`), and the rest is cut. A socket that somebody else
 * holds too stays open: what waits in it is the next desk's. Whatever goes wrong meanwhile, the end comes: never rejects.
 */
export async function closeGently(server: Server, finish: () => Promise<void>, log: Log): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
  const letGo = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closed, pause(graceMs)])
  try {
    await finish()
  } catch (error) {
    logBug(log, 'end', error)
  }
  await Promise.race([closed, pause(graceMs)])
  clearInterval(letGo)
}
