import { loadMessages, loadPart } from './catalogs.ts'
import { act, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { onCaughtError } from '#web/app/failure-screen.tsx'
import { lazyComponent, LoadBoundary } from './lazy-component.tsx'

/** In steps with a render after each: in one leap it would reload before it has rendered the failure. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    await act(() => vi.advanceTimersByTimeAsync(100))
  }
}

test('loads a failed component once the network is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let tries = 0
  const Light = lazyComponent(async () => {
    tries += 1
    if (tries < 3) throw new TypeError('The file does not come.')
    return () => <p>Sound on</p>
  })
  render(
    <LoadBoundary instead={<p>It does not ring</p>}>
      <Light />
    </LoadBoundary>,
    { onCaughtError },
  )
  expect(await screen.findByText('It does not ring')).toBeVisible()
  await pass(12_000)
  expect(await screen.findByText('Sound on')).toBeVisible()
  expect(tries).toBe(3)
})

test('adds a part to the first messages although these are still loading', async () => {
  const loading = loadMessages('fr')
  const part = loadPart('counter')
  const messages = await loading
  await part
  expect(messages['ticket.print']).toBeDefined()
})
