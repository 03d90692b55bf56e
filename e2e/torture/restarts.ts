import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from '#build/build-if-stale.ts'
import { createChance } from '#simulator/basket.ts'
import { holdSocket } from '#testing/held-socket.ts'
import { startVendor } from '../vendor-process.ts'
import { token, webhookHeaders, webhookSecret } from '../shop-process.ts'

// node e2e/torture/restarts.ts [RESTARTS] [SEED]: restarts the real server again and again, under 20 notifications a
// second, each on its own connection, while the listening socket is held open as systemd does. Some desks are stopped
// during their start. No notification may be refused or lost, and every acknowledged one must be in the store.

const restarts = Number(process.argv[2] ?? 200)
const seed = Number(process.argv[3] ?? 42)
const everyMs = 50
const longestLifeMs = 1_000
const startWithinMs = 30_000
/** One start in this many is stopped early. */
const hurried = 4
/** Not a user's timeout, but the end of the run if a desk no longer starts. */
const answerWithinMs = 60_000

interface ChangeRecords {
  readonly id: string
  readonly result: string
  readonly ms: number
}

/** Sends one notification on its own connection. */
function notify(port: number, id: string): Promise<ChangeRecords> {
  const began = performance.now()
  const headers = { ...webhookHeaders, 'Content-Type': 'application/json', Connection: 'close' }
  return new Promise((resolve) => {
    const done = (result: string) => resolve({ id, result, ms: Math.round(performance.now() - began) })
    const address = { host: '127.0.0.1', port, path: '/webhooks/orders', method: 'POST', headers, agent: false }
    const sent = request({ ...address, timeout: answerWithinMs }, (response) => {
      response.resume().once('end', () => done(String(response.statusCode)))
    })
    sent.once('timeout', () => sent.destroy())
    sent.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    sent.end(JSON.stringify({ event: 'order_created', data: { id } }))
  })
}

// A desk stopped while it builds its page would never end.
await buildIfStale(fileURLToPath(new URL('../../dist/', import.meta.url)))
const folder = mkdtempSync(join(process.env['STORE_FOLDER'] ?? tmpdir(), 'restarts-'))
const file = join(folder, 'desk.db')
// It knows none of the notified orders.
const vendor = await startVendor(token, 300, { url: 'http://desk.invalid/', headers: {}, fetch })
const server = fileURLToPath(new URL('../../src/start.js', import.meta.url))
const { PATH, HOME } = process.env
const socket = await holdSocket([process.execPath, server], {
  PATH,
  HOME,
  DATABASE_URL: `file:${file}`,
  VENDOR_BASE_URL: vendor.url,
  VENDOR_TOKEN: token,
  WEBHOOK_SECRET: webhookSecret,
})

const openedSoFar = () => socket.lines.filter((line) => line.includes('"event":"listening"')).length

async function untilOpened(before: number): Promise<void> {
  for (let waited = 0; waited < startWithinMs && openedSoFar() === before; waited += 10) await pause(10)
}

const chance = createChance(seed)
const notifying: Promise<ChangeRecords>[] = []
const sender = setInterval(() => notifying.push(notify(socket.port, `R${notifying.length}`)), everyMs)
const ends: number[] = []
for (let restart = 0; restart <= restarts; restart += 1) {
  const isLast = restart === restarts
  const before = openedSoFar()
  const desk = await socket.start()
  if (isLast || restart % hurried !== 0) await untilOpened(before)
  await pause(chance.between(0, longestLifeMs))
  if (isLast) {
    clearInterval(sender)
    await Promise.all(notifying)
  }
  process.kill(desk.pid, 'SIGTERM')
  ends.push(await desk.ended)
}
await socket.release()
await vendor.stop()

const notified = await Promise.all(notifying)
const acknowledged = notified.filter(({ result }) => result === '202')
const database = new DatabaseSync(file, { readOnly: true })
const rows = database.prepare('select order_id from orders').all()
const kept = new Set(rows.map((row) => row['order_id']))
database.close()
rmSync(folder, { recursive: true })

const slowest = notified.map(({ ms }) => ms).sort((one, other) => one - other)
const failed = notified.filter(({ result }) => result !== '202')
for (const each of failed.slice(0, 20)) console.error(JSON.stringify(each))
const seen = {
  restarts,
  opened: openedSoFar(),
  notified: notified.length,
  acknowledged: acknowledged.length,
  refused: failed.filter(({ result }) => result === 'ECONNREFUSED').length,
  failed: failed.length,
  lost: acknowledged.filter(({ id }) => !kept.has(id)).length,
  medianMs: slowest[Math.floor(slowest.length / 2)],
  slowestMs: slowest.at(-1),
}
console.info(JSON.stringify(seen))
// A process stopped before it handles signals ends by the signal: 128 + 15.
const wrongEnds = ends.filter((code) => code !== 0 && code !== 143)
if (wrongEnds.length > 0) console.error(`Desks ended with ${wrongEnds.join(', ')}:`, socket.lines.slice(-20))
const isProven = notified.length > restarts && openedSoFar() > restarts / 2
process.exitCode = isProven && failed.length + seen.lost + wrongEnds.length === 0 ? 0 : 1
