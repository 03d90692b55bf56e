import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { systemClock } from '#contract/system-clock.ts'
import { readDatabase } from '#proxy/node/store/database-place.ts'
import { openStore } from '#proxy/node/store/open-store.ts'
import { notesBy } from '#proxy/people/people-log.ts'

/**
 * Writes down that a desk did not start, and why, in the log that is shown on its screens, where there is one already:
 * whoever looks there next need not have seen the terminal. `message` names the setting, never its value. Never rejects.
 */
export async function noteRefusedStart(env: NodeJS.ProcessEnv, message: string): Promise<void> {
  // The practice store keeps no log.
  if (!env['VENDOR_BASE_URL']) return
  try {
    const place = readDatabase(env['DATABASE_URL'])
    if (place.kind === 'file' && !existsSync(resolve(place.file))) return
    // Another desk may be at work on it.
    const store = await openStore(place, { clock: systemClock, log: () => undefined, exclusive: false })
    await store.appendLog(notesBy(systemClock, null)('start', message, 'failed'))
    await store.close()
  } catch {
    // It stands on the terminal and in the service's log all the same.
  }
}
