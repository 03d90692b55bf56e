import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

test('a tablet that came before a code was made is not the one that it lets in', async () => {
  const { user, sessions } = await openPage({ at: () => '/tablets' })
  const button = await screen.findByRole('button', { name: /code/i })
  await screen.findAllByText('Counter')
  // By somebody else's code, while this page stands open.
  await sessions.admit('Kitchen')
  await user.click(button)
  expect(await screen.findByRole('timer')).toBeVisible()
  await vi.advanceTimersByTimeAsync(4000)
  expect(screen.getByRole('timer')).toBeVisible()
})
