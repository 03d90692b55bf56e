import { expect, test } from 'vitest'
import { fuzz } from '#testing/fuzz-desk.ts'

// `TORTURE_RUNS=100000` for the long way round.
const requests = Number(process.env['TORTURE_RUNS'] ?? 3000)
const seed = Number(process.env['TORTURE_SEED'] ?? 1)

test('whatever comes in, from tablets, webhooks and the vendor: no 500, no secret, and no call beyond the nine', async () => {
  const { wrong, statuses, vendorCalls } = await fuzz({ requests, seed })
  expect(wrong).toEqual([])
  // It gets everywhere: what is done, what is refused and why, what the vendor spoils.
  for (const status of [200, 202, 400, 401, 403, 404, 405, 413, 415, 421, 422, 502])
    expect(statuses[status], `${status}`).toBeGreaterThan(0)
  expect(vendorCalls).toBeGreaterThan(requests / 10)
}, 3_600_000)
