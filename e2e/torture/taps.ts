import { storm } from '#testing/attempt-storm.ts'

// node e2e/torture/taps.ts [TAPS] [SEED]: taps over every kind of fault, with crashes between, in memory. What the vendor
// saw is held against what the tablets were told.

const taps = Number(process.argv[2] ?? 50_000)
const seed = Number(process.argv[3] ?? 42)

const { wrong, ...total } = await storm(taps, seed)
console.info(JSON.stringify({ ...total, wrong: wrong.length, seed }))
for (const each of wrong.slice(0, 20)) console.error(each)
process.exitCode = wrong.length === 0 && total.taps >= taps ? 0 : 1
