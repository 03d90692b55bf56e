import { afterEach, expect, test } from 'vitest'
import { dismissToast, notices, notify, tellUpdate } from '#web/api/toasts.ts'

afterEach(() => {
  for (const { id } of notices.read()) dismissToast(id)
})

const update = { isArmed: false, load: () => undefined }
const said = () => notices.read().map((notice) => (notice.update ? 'update' : notice.text))

test('the latest three are said, and word of a newer page is said beside them until it is dismissed', () => {
  const told = tellUpdate(update)
  for (const text of ['one', 'two', 'three', 'four']) notify(text)
  expect(said()).toEqual(['update', 'two', 'three', 'four'])
  expect(told.isSaid()).toBe(true)
  told.unsay()
  expect(said()).toEqual(['two', 'three', 'four'])
  expect(told.isSaid()).toBe(false)
})

test('word of a newer page takes nothing away that nobody has read, and is said once', () => {
  for (const text of ['one', 'two', 'three']) notify(text)
  tellUpdate(update)
  tellUpdate(update)
  expect(said()).toEqual(['update', 'one', 'two', 'three'])
})

test('what somebody has to act upon is not pushed out by what only tells', () => {
  for (const text of ['cancelled', 'another']) notify(text, { isGrave: true })
  for (const untilMoved of ['A1', 'A2']) notify(`tap ${untilMoved}`, { untilMoved })
  for (const text of ['one', 'two', 'three', 'four', 'five']) notify(text)
  expect(said()).toEqual(['cancelled', 'another', 'tap A1', 'tap A2', 'three', 'four', 'five'])
  notify('a third', { isGrave: true })
  expect(said()).toEqual(['another', 'tap A1', 'tap A2', 'three', 'four', 'five', 'a third'])
})
