import { expect, test } from 'vitest'
import { createGroup } from './store-writes.ts'

/** A commit that lasts until the test ends it. */
function createSlowCommit() {
  const commits: { readonly items: readonly number[]; readonly end: (error?: Error) => void }[] = []
  let begun = Promise.withResolvers<void>()
  const commit = (items: readonly number[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      commits.push({ items, end: (error) => (error ? reject(error) : resolve(items.map((item) => `#${item}`))) })
      begun.resolve()
    })
  return {
    commit,
    commits,
    /** The next commit, once it has begun. */
    async next() {
      await begun.promise
      begun = Promise.withResolvers()
      const last = commits.at(-1)
      if (!last) throw new Error('Nothing was committed.')
      return last
    },
  }
}

test('commits items that arrive during a commit together in the next one', async () => {
  const slow = createSlowCommit()
  const group = createGroup(slow.commit, 100)
  const answered: string[] = []
  const add = (...items: number[]) => group.add(items).then((outs) => answered.push(outs.join(' ')))
  const all = [add(1), add(2, 3)]
  const first = await slow.next()
  all.push(add(4), add(), add(5, 6))
  expect(first.items).toEqual([1, 2, 3])
  expect(answered).toEqual([])
  first.end()
  const second = await slow.next()
  expect(answered).toEqual(['#1', '#2 #3'])
  expect(second.items).toEqual([4, 5, 6])
  second.end()
  await Promise.all(all)
  expect(answered).toEqual(['#1', '#2 #3', '#4', '', '#5 #6'])
  expect(slow.commits).toHaveLength(2)
})

/** Queues a number of items in each of these turns of the event loop. */
function addInTurns(add: () => void, [count = 0, ...others]: readonly number[]): void {
  if (others.length > 0) setImmediate(() => addInTurns(add, others))
  for (let each = 0; each < count; each += 1) add()
}

test.each([
  ['a crowd that grows from turn to turn goes into one commit', [1, 1, 2, 4], 8],
  ['whoever waits does not wait for some that come one by one', [1, 1, 1, 1, 1, 1], 3],
  ['a crowd that is there does not wait for a few more', [20, 1, 1, 1], 22],
])('%s', async (_title, counts, inFirst) => {
  const slow = createSlowCommit()
  const group = createGroup(slow.commit, 100)
  addInTurns(() => void group.add([1]), counts)
  const first = await slow.next()
  expect(first.items).toHaveLength(inFirst)
  const total = counts.reduce((sum, count) => sum + count, 0)
  first.end()
  for (let taken = inFirst; taken < total;) {
    const next = await slow.next()
    taken += next.items.length
    next.end()
  }
  await group.settled()
})

test('rejects exactly the items of a failed commit', async () => {
  const slow = createSlowCommit()
  const group = createGroup(slow.commit, 100)
  const first = Promise.allSettled([group.add([1]), group.add([2])])
  const one = await slow.next()
  const later = group.add([3])
  one.end(new Error('full'))
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  ;(await slow.next()).end()
  expect(await later).toEqual(['#3'])
})

test('limits items per commit, but does not split one batch', async () => {
  const sizes: number[] = []
  const group = createGroup(async (items: readonly number[]) => {
    sizes.push(items.length)
    return items
  }, 3)
  await Promise.all([group.add([1]), group.add([1, 2]), group.add([1]), group.add([1, 2, 3, 4, 5]), group.add([1])])
  expect(sizes).toEqual([3, 1, 5, 1])
  await group.settled()
})
