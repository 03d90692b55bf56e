import type { OrderRow } from '#contract/desk/inbox.ts'

/** What kept the desk itself from reading the orders that wait, or all open ones where none waits; nothing if it read one. */
export function boardFailure(rows: readonly OrderRow[]): 'vendor' | 'token' | undefined {
  const asked = rows.filter(({ problem }) => problem !== 'unread' && problem !== 'bad_id')
  const waiting = asked.filter(({ lane }) => lane === 'answer')
  const problems = (waiting.length > 0 ? waiting : asked).map(({ problem }) => problem)
  const [first] = problems
  const isDown = problems.every((problem) => problem === 'vendor' || problem === 'token')
  return isDown && (first === 'vendor' || first === 'token') ? first : undefined
}
