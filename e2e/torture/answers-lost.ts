import { loseAnswers } from '#testing/lost-answers.ts'

// node e2e/torture/answers-lost.ts [EACH] [SEED]: loses this many vendor answers after the effect and as many before
// it, and compares the final outcome of each key with the order at the vendor.

const each = Number(process.argv[2] ?? 500)
const seed = Number(process.argv[3] ?? 42)

const { wrong, ...lost } = await loseAnswers(each, seed)
console.info(JSON.stringify({ ...lost, wrong: wrong.length, seed }))
for (const what of wrong.slice(0, 20)) console.error(what)
process.exitCode = wrong.length === 0 && lost.after === each && lost.before === each ? 0 : 1
