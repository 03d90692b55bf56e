import { act, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { notify } from '#web/api/toasts/toasts.ts'
import { openPage } from '#testing/open-page.tsx'
import { Fallback } from '#web/components/fallback.tsx'
import { lazily } from '#web/i18n/catalogs.ts'
import { onCaughtError } from './screen-boundary.tsx'

const isAway = vi.hoisted(() => ({ notices: false }))
vi.mock('./toasts.tsx', async (load) => {
  if (isAway.notices) throw new TypeError('The file does not come.')
  return load()
})

/** In steps, each with what is drawn then: in one leap all would be loaded again before it is drawn that it failed. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    await act(() => vi.advanceTimersByTimeAsync(100))
  }
}

test('a page that cannot load the place for notices goes on without it', async () => {
  isAway.notices = true
  await openPage({ at: () => '/' })
  await screen.findByRole('link', { name: 'Orders' })
  notify('The ticket could not be printed.')
  await pass(2000)
  expect(screen.getByRole('link', { name: 'Orders' })).toBeVisible()
})

test('a part whose file did not come is there once the line is', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let tries = 0
  const Light = lazily(
    async () => {
      tries += 1
      if (tries < 3) throw new TypeError('The file does not come.')
      return () => <p>This tablet rings</p>
    },
    async () => undefined,
  )
  render(
    <Fallback instead={<p>It does not ring</p>}>
      <Light />
    </Fallback>,
    { onCaughtError },
  )
  expect(await screen.findByText('It does not ring')).toBeVisible()
  await pass(12_000)
  expect(await screen.findByText('This tablet rings')).toBeVisible()
  expect(tries).toBe(3)
})
