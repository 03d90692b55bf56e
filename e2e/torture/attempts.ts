import { race } from '#testing/attempt-races.ts'
import { storm } from '#testing/attempt-storm.ts'
import { loseAnswers } from '#testing/lost-answers.ts'
import { report } from './long-run.ts'

// node e2e/torture/attempts.ts taps|answers-lost|races [COUNT] [SEED]: attempts in memory, compared with what the vendor
// was asked and holds.
// - taps: with every kind of fault and with crashes. The vendor's requests must fit the answers to the tablets.
// - answers-lost: this many answers are lost after the effect and as many before it. The final outcome of each key must
//   be that of the order at the vendor.
// - races: two tablets answer one order within 50 ms. The vendor must get one answer only, and the other tablet must be
//   told whose it was and when.

const [kind = '', ...numbers] = process.argv.slice(2)
const [count = Number.NaN, seed = 42] = numbers.map(Number)

switch (kind) {
  case 'taps': {
    const { wrong, ...total } = await storm(count, seed)
    report({ ...total, seed }, wrong, total.taps >= count)
    break
  }
  case 'answers-lost': {
    const { wrong, ...lost } = await loseAnswers(count, seed)
    report({ ...lost, seed }, wrong, lost.after === count && lost.before === count)
    break
  }
  case 'races': {
    const { wrong, ...total } = await race(count, seed)
    report({ ...total, seed }, wrong, total.posts === count)
    break
  }
  default:
    throw new Error(`There is no run "${kind}".`)
}
