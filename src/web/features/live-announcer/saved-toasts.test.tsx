import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { dismissToast, type Toast, toasts, notify, notifyBriefly } from '#web/api/toasts.ts'
import { openPage } from '#testing/open-page.tsx'

afterEach(() => {
  toasts.set([])
  sessionStorage.clear()
})

/** Loads the page in a tab with these saved toasts, without the memory of an earlier page. */
async function load(kept: string): Promise<void> {
  cleanup()
  toasts.set([])
  sessionStorage.setItem('notices', kept)
  await openPage({ at: () => '/' })
  await waitFor(() => expect(document.querySelector('.sr-only[aria-live]')).not.toBeNull())
  await vi.advanceTimersByTimeAsync(3000)
}

test('shows unread toasts again after a reload, but not brief or dismissed ones', async () => {
  await load('[]')
  notify('Not sent: you left order A-1 too soon.')
  notify('A-2 was cancelled.', { isGrave: true, link: { to: '/orders/2', name: 'Open' } })
  const read = notify('Somebody has read this.')
  notifyBriefly('This goes by itself.')
  dismissToast(read)
  const said = toasts.read().filter(({ isBrief }) => !isBrief)
  // The announcer loads late.
  await waitFor(() => expect(sessionStorage.getItem('notices')).toContain('A-2'))
  await load(sessionStorage.getItem('notices') ?? '')
  const texts = (all: readonly Toast[]) => all.map(({ id: _id, ...notice }) => notice)
  await waitFor(() => expect(texts(toasts.read())).toEqual(texts(said)))
})

test('ignores unreadable saved toasts', async () => {
  await load('{damaged')
  expect(toasts.read()).toEqual([])
})
