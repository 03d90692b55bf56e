import { expect, test } from 'vitest'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { fuzz } from '#testing/fuzz-desk.ts'
import { fuzzEndpoints } from '#testing/fuzz-requests.ts'

// `TORTURE_RUNS=100000` for the long run.
const requests = Number(process.env['TORTURE_RUNS'] ?? 3000)
const seed = Number(process.env['TORTURE_SEED'] ?? 1)

test('survives any input without a 500, a leaked secret or an unknown vendor call', async () => {
  const { wrong, statuses, vendorCalls } = await fuzz({ requests, seed })
  expect(wrong).toEqual([])
  // All outcomes occur: success, each refusal, and each vendor fault.
  for (const status of [200, 202, 400, 401, 403, 404, 405, 413, 415, 421, 422, 502])
    expect(statuses[status], `${status}`).toBeGreaterThan(0)
  expect(vendorCalls).toBeGreaterThan(requests / 10)
}, 3_600_000)

test('sends requests to every address of the contract', () => {
  const sent = new Set(fuzzEndpoints.map(({ method, path }) => `${method} ${path}`))
  expect(contractEndpoints.map(({ method, path }) => `${method} ${path}`).filter((each) => !sent.has(each))).toEqual([])
})
