import { createChance } from '#simulator/basket.ts'
import { feedFaults } from '#testing/broken-feed.ts'
import { startShop } from '../shop-process.ts'
import { launchChromium, newTablet } from '../tablet.ts'
import { openBrokenLine, reaches } from './broken-line.ts'
import { shuffled } from './long-run.ts'
import { openBoard, suffer } from './suffer.ts'

// node e2e/torture/feed-faults.ts [TABLETS] [SEED] [FAULTS]: real pages, each with a connection that breaks in every
// way, one after the other, at random times; for the feed alone or for all requests. An order arrives during each
// fault. Within 30 s of its end the card must be there and the feed open again. FAULTS limits the number of faults per
// tablet; all by default.

const [tablets = 10, seed = 42, faults = feedFaults.length] = process.argv.slice(2).map(Number)
const longestMs = 20_000

const chance = createChance(seed)
const shop = await startShop(300, { LOG_LEVEL: 'warn' })
const browser = await launchChromium()
const failures: string[] = []
const tookMs: number[] = []

async function live(cookie: string, number: number): Promise<void> {
  const ways = shuffled(feedFaults, chance).slice(0, faults)
  const plan = ways.map((fault) => ({ fault, reach: chance.pick(reaches), ms: chance.between(200, longestMs) }))
  const connection = await openBrokenLine(shop.desk.url)
  const context = await newTablet(browser, connection.url, cookie)
  const tablet = await openBoard(context, connection)
  for (const suffering of plan) {
    await suffer(tablet, suffering, () => shop.vendor.placeOrder()).then(
      (ms) => tookMs.push(ms),
      (error: unknown) => failures.push(`Tablet ${number}: ${String(error)}`),
    )
  }
  await context.close()
  await connection.stop()
}

const cookies = await shop.admit(tablets)
await Promise.all(cookies.map(live))
await browser.close()
await shop.stop()
const longest = Math.round(Math.max(...tookMs))
console.info(JSON.stringify({ tablets, seed, faults: tablets * faults, told: tookMs.length, longest, failures }))
process.exitCode = failures.length === 0 && tookMs.length === tablets * faults ? 0 : 1
