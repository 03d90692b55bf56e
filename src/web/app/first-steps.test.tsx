import { loadCatalog } from '#web/i18n/catalogs.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { readIsNew, saveIsNew } from '#web/api/preferences.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FirstSteps } from './first-steps.tsx'

async function openSteps(isArmed: boolean) {
  const { messages } = await loadCatalog('en')
  const ring = { isArmed, ring: undefined, allSilenced: undefined, links: [], facts: {} as never }
  const presses = { turnOn: vi.fn<() => void>(), test: vi.fn<() => void>(), end: vi.fn<() => void>() }
  saveIsNew(true)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Translations language="en" messages={messages}>
        <FirstSteps tabletRing={{ ...ring, ...presses }} onEnd={presses.end} />
      </Translations>
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), ...presses }
}

test('turns the sound on before a test order can be placed', async () => {
  const { user, turnOn } = await openSteps(false)
  expect(screen.getByRole('button', { name: 'Test order' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Turn on sound' }))
  expect(turnOn).toHaveBeenCalledOnce()
})

test('rings for a test order, again if nothing was heard, and is over once it was', async () => {
  const { user, test: ring, end } = await openSteps(true)
  await user.click(screen.getByRole('button', { name: 'Test order' }))
  await user.click(await screen.findByRole('button', { name: 'I heard nothing' }))
  expect(ring).toHaveBeenCalledTimes(2)
  expect(screen.getByText(/turn up the volume/)).toBeVisible()
  expect(readIsNew()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'I heard it' }))
  expect(end).toHaveBeenCalledOnce()
  expect(readIsNew()).toBe(false)
})
