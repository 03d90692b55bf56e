import { race } from '#testing/attempt-races.ts'

// node e2e/torture/races.ts [RACES] [SEED]: two tablets answer one order within 50 ms. The vendor must get one answer
// only, and the other tablet must be told whose it was and when.

const count = Number(process.argv[2] ?? 1000)
const seed = Number(process.argv[3] ?? 42)

const { wrong, ...total } = await race(count, seed)
console.info(JSON.stringify({ ...total, wrong: wrong.length, seed }))
for (const what of wrong.slice(0, 20)) console.error(what)
process.exitCode = wrong.length === 0 && total.posts === count ? 0 : 1
