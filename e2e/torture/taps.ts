import { storm } from '#testing/attempt-storm.ts'

// node e2e/torture/taps.ts [ATTEMPTS] [SEED]: attempts with every kind of fault and with crashes, in memory. Compares
// the vendor's requests with the answers to the tablets.

const taps = Number(process.argv[2] ?? 50_000)
const seed = Number(process.argv[3] ?? 42)

const { wrong, ...total } = await storm(taps, seed)
console.info(JSON.stringify({ ...total, wrong: wrong.length, seed }))
for (const each of wrong.slice(0, 20)) console.error(each)
process.exitCode = wrong.length === 0 && total.taps >= taps ? 0 : 1
