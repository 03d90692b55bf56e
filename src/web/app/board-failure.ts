import type { OrderRow } from '#contract/desk/inbox.ts'

/** Why the desk could read none of the waiting orders, or none of the open ones if none waits; undefined if it read one. */
export function boardFailure(rows: readonly OrderRow[]): 'vendor' | 'token' | undefined {
  const read = rows.filter(({ problem }) => problem !== 'unread' && problem !== 'bad_id')
  const waiting = read.filter(({ lane }) => lane === 'answer')
  const problems = (waiting.length > 0 ? waiting : read).map(({ problem }) => problem)
  const [first] = problems
  const isDown = problems.every((problem) => problem === 'vendor' || problem === 'token')
  return isDown && (first === 'vendor' || first === 'token') ? first : undefined
}
