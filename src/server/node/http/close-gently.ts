import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { logBug, type Log } from '#server/runtime/bug.ts'

const graceMs = 1000

/**
 * Closes the server: accepts no new connection, closes idle ones at once, answers requests that were accepted, lets an
 * attempt find its outcome (`finish`), and then cuts the rest. A socket shared with another process stays open for the
 * next server. Never rejects, so that the end always comes.
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
