import { afterEach, expect, test } from 'vitest'
import { dismissToast, toasts, notify, notifyUpdate } from './toasts.ts'

afterEach(() => {
  for (const { id } of toasts.read()) dismissToast(id)
})

const update = { isArmed: false, load: () => undefined }
const said = () => toasts.read().map((notice) => (notice.update ? 'update' : notice.text))

test('shows the latest three, plus a page update until it is dismissed', () => {
  const toast = notifyUpdate(update)
  for (const text of ['one', 'two', 'three', 'four']) notify(text)
  expect(said()).toEqual(['update', 'two', 'three', 'four'])
  expect(toast.isShown()).toBe(true)
  toast.remove()
  expect(said()).toEqual(['two', 'three', 'four'])
  expect(toast.isShown()).toBe(false)
})

test('shows a page update once without displacing other toasts', () => {
  for (const text of ['one', 'two', 'three']) notify(text)
  notifyUpdate(update)
  notifyUpdate(update)
  expect(said()).toEqual(['update', 'one', 'two', 'three'])
})

test('does not displace a toast that requires an action by an informational one', () => {
  for (const text of ['cancelled', 'another']) notify(text, { isGrave: true })
  for (const untilMoved of ['A1', 'A2']) notify(`tap ${untilMoved}`, { untilMoved })
  for (const text of ['one', 'two', 'three', 'four', 'five']) notify(text)
  expect(said()).toEqual(['cancelled', 'another', 'tap A1', 'tap A2', 'three', 'four', 'five'])
  notify('a third', { isGrave: true })
  expect(said()).toEqual(['another', 'tap A1', 'tap A2', 'three', 'four', 'five', 'a third'])
})
