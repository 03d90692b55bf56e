import { expect, test, vi } from 'vitest'

const fresh = () => {
  vi.resetModules()
  return import('./told-version.ts')
}

test('what the feed told of is seen once all of it has been read', async () => {
  const told = await fresh()
  const [row, order] = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
  told.noteToldVersion(7)
  told.noteReading(row.promise)
  told.noteToldVersion(8)
  told.noteReading(order.promise)
  row.resolve(true)
  await row.promise
  // A board that was asked for before does not show it either.
  told.noteSeenVersion(8)
  expect([told.toldVersion(), told.seenVersion()]).toEqual([8, 0])
  order.resolve(true)
  await order.promise
  expect(told.seenVersion()).toBe(8)
})

test('without a feed the board that was read says what is seen', async () => {
  const told = await fresh()
  told.noteSeenVersion(5)
  told.noteSeenVersion(4)
  expect([told.toldVersion(), told.seenVersion()]).toEqual([0, 5])
})

test('what could not be read is not seen', async () => {
  const told = await fresh()
  told.noteToldVersion(7)
  told.noteReading(Promise.resolve(false))
  await Promise.resolve()
  expect(told.seenVersion()).toBe(0)
  told.noteReading(Promise.resolve(true))
  await Promise.resolve()
  expect(told.seenVersion()).toBe(7)
})
