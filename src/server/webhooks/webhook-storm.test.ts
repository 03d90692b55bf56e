import { expect, test } from 'vitest'
import { webhookStorm } from '#testing/webhook-storm.ts'

// `TORTURE_RUNS=1000` for the long run.
const orders = Number(process.env['TORTURE_RUNS'] ?? 25)
const seed = Number(process.env['TORTURE_SEED'] ?? 1)

test('loses nothing, keeps the order of each order and repeats only under the same id, through kills', async () => {
  const { wrong, kills, received, deliveries } = await webhookStorm(orders, seed)
  expect(wrong).toEqual([])
  expect(kills).toBeGreaterThan(orders / 10)
  expect(deliveries).toBeGreaterThan(2 * orders)
  // Some came more than once.
  expect(received).toBeGreaterThan(deliveries)
}, 600_000)
