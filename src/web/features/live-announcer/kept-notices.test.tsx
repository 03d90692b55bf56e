import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { dismissToast, type Toast, toasts, notify, notifyBriefly } from '#web/api/toasts.ts'
import { openPage } from '#testing/open-page.tsx'

afterEach(() => {
  toasts.set([])
  sessionStorage.clear()
})

/** A page that is loaded in a tab which kept this: whatever another one had in memory is gone. */
async function load(kept: string): Promise<void> {
  cleanup()
  toasts.set([])
  sessionStorage.setItem('notices', kept)
  await openPage({ at: () => '/' })
  await vi.advanceTimersByTimeAsync(3000)
}

test('what nobody has read is said again after a reload: not what went by itself, nor what was read', async () => {
  await load('[]')
  notify('Not sent: you left order A-1 before the time was up.')
  notify('A-2 was cancelled.', { isGrave: true, link: { to: '/orders/2', name: 'Open it' } })
  const read = notify('Somebody has read this.')
  notifyBriefly('This goes by itself.')
  dismissToast(read)
  const said = toasts.read().filter(({ isBrief }) => !isBrief)
  // What looks after them comes late.
  await waitFor(() => expect(sessionStorage.getItem('notices')).toContain('A-2'))
  await load(sessionStorage.getItem('notices') ?? '')
  const texts = (all: readonly Toast[]) => all.map(({ id: _id, ...notice }) => notice)
  await waitFor(() => expect(texts(toasts.read())).toEqual(texts(said)))
})

test('what cannot be read of it is nothing', async () => {
  await load('{damaged')
  expect(toasts.read()).toEqual([])
})
