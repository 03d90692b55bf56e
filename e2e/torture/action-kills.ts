import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { systemClock } from '#contract/system-clock.ts'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'
import { createChance } from '#simulator/basket.ts'
import { createSimulator } from '#simulator/simulator.ts'
import { recordVendor } from '#testing/recorded-vendor.ts'
import { actionOf, endpointOf } from '#testing/attempt-storm.ts'
import { bodyOf, complaints, isFinal, ways, type RigAttempt } from '#testing/attempt-rig.ts'
import { sendAction } from '../tablet-requests.ts'
import { serveVendor } from '../vendor-process.ts'
import { countAndSeed, report } from './long-run.ts'

// node e2e/torture/action-kills.ts [KILLS] [SEED]: kills a server with kill -9 while attempts are between it and the
// vendor, again and again on one database, and starts the next. Compares the vendor's requests with the final outcome
// of each key. Runs in series of 100, each with a new vendor and database, because the simulator drops its oldest
// closed orders, and the outcome of an unknown order cannot be found out.

const [kills, seed] = countAndSeed(500)
const killsInSeries = 100
const tapsAtOnce = 4
const settledWithinMs = 120_000
const token = 'token-of-the-kills'

interface Server {
  readonly child: ChildProcess
  readonly url: string
}

async function start(file: string, vendorUrl: string): Promise<Server> {
  const script = fileURLToPath(new URL('action-server.ts', import.meta.url))
  const child = spawn(process.execPath, [script, file, vendorUrl, token], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)
  const url = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
  })
  return { child, url }
}

async function end({ child }: Server): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/** Sends an attempt's request; a killed server does not answer. */
async function ask({ url }: Server, attempt: RigAttempt): Promise<void> {
  const { key, order, action, body } = attempt
  const response = await sendAction(url, '', { key, orderId: order.id, action, body }, settledWithinMs)
  const notified: unknown = await response?.json().catch(() => undefined)
  if (!response || notified === undefined) return
  const { code, data } = Object(notified) as { readonly code?: string; readonly data?: unknown }
  attempt.answers.push({ status: response.status, code, data })
}

const isReconciled = ({ answers }: RigAttempt) => answers.some(isFinal)

async function series(count: number, seedOfSeries: number) {
  const chance = createChance(seedOfSeries)
  const folder = mkdtempSync(join(process.env['STORE_FOLDER'] ?? tmpdir(), 'action-kills-'))
  const file = join(folder, 'desk.db')
  const simulator = createSimulator({ clock: systemClock, token, seed: seedOfSeries, responseWindowSeconds: 1e6 })
  const vendor = recordVendor(simulator, systemClock)
  const served = await serveVendor((request) => vendor.fetch(request))
  const taps: RigAttempt[] = []

  function newTap(): RigAttempt {
    const way = chance.pick(ways)
    const order = simulator.placeOrder(way === 'digital accept' ? 'digital' : 'ordinary')
    if (way === 'ready') simulator.orders.move(order, 'preparing', systemClock.now())
    // Delays the answer, before or after the effect, so that the kill falls in between.
    vendor.faults(order.id).add({ kind: 'slow', ms: chance.between(0, 60), times: 1, on: endpointOf[actionOf(way)] })
    const attempt = { key: crypto.randomUUID(), order, way, action: actionOf(way), slowestMs: 0 }
    const whole: RigAttempt = { ...attempt, body: bodyOf(order, way, taps.length), answers: [] }
    taps.push(whole)
    return whole
  }

  /** Waits until one of the latest attempts has reached the vendor, and a moment longer. */
  async function untilSent(before: number): Promise<void> {
    const posts = () => vendor.requests.slice(before).some(({ action }) => action)
    for (let waited = 0; waited < 5000 && !posts(); waited += 1) await pause(1)
    await pause(chance.between(0, 60))
  }

  let cutOff = 0
  for (let kill = 0; kill < count; kill += 1) {
    const server = await start(file, served.url)
    const earlier = taps.slice(-tapsAtOnce).filter((attempt) => !isReconciled(attempt))
    const before = vendor.requests.length
    const fresh = Array.from({ length: tapsAtOnce }, newTap)
    const asked = [...earlier, ...fresh].map((attempt) => ask(server, attempt))
    await untilSent(before)
    await end(server)
    await Promise.all(asked)
    cutOff += fresh.filter((attempt) => !isReconciled(attempt)).length
  }

  const last = await start(file, served.url)
  const deadline = systemClock.now() + settledWithinMs
  while (systemClock.now() < deadline && !taps.every(isReconciled)) {
    await Promise.all(taps.filter((attempt) => !isReconciled(attempt)).map((attempt) => ask(last, attempt)))
  }
  await pause(500)
  await end(last)
  await served.stop()
  const store = await openSqliteStore({ file, clock: systemClock, log: () => {} })
  const unreconciled = (await store.unreconciledAttempts()).length
  await store.close()
  rmSync(folder, { recursive: true })
  const posts = vendor.requests.filter(({ action }) => action).length
  return { taps: taps.length, cutOff, posts, unreconciled, wrong: complaints(taps, vendor) }
}

const total = { kills, taps: 0, cutOff: 0, posts: 0, unreconciled: 0, seed }
const allWrong: string[] = []
for (let done = 0; done < kills; done += killsInSeries) {
  const { wrong, ...seen } = await series(Math.min(killsInSeries, kills - done), seed + done)
  total.taps += seen.taps
  total.cutOff += seen.cutOff
  total.posts += seen.posts
  total.unreconciled += seen.unreconciled
  allWrong.push(...wrong)
}
report(total, allWrong, total.unreconciled === 0 && total.cutOff >= kills / 2)
