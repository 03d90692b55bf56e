import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Popover } from './popover.tsx'

async function openPopover() {
  render(
    <>
      <Popover label="Account" face="Account" address="/">
        {(close) => (
          <>
            <p>Sara</p>
            <button type="button" onClick={close}>
              Done
            </button>
          </>
        )}
      </Popover>
      <p>The board</p>
    </>,
  )
  const user = userEvent.setup()
  const button = screen.getByRole('button', { name: 'Account' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await user.click(button)
  expect(screen.getByRole('dialog', { name: 'Account' })).toBeVisible()
  return { user, button }
}

test.each([
  ['a second press on its button', async () => screen.getByRole('button', { name: 'Account' })],
  ['a press elsewhere', async () => screen.getByText('The board')],
  ['its content', async () => screen.getByRole('button', { name: 'Done' })],
])('closes by %s', async (_what, target) => {
  const { user, button } = await openPopover()
  await user.click(await target())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('closes by Escape and returns the focus to its button', async () => {
  const { user, button } = await openPopover()
  await user.tab()
  expect(screen.getByRole('button', { name: 'Done' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button).toHaveFocus()
})

test('closes when the focus leaves it, and stays open at a press inside', async () => {
  const { user } = await openPopover()
  await user.click(screen.getByText('Sara'))
  expect(screen.getByRole('dialog', { name: 'Account' })).toBeVisible()
  render(<input aria-label="Search orders" />)
  screen.getByRole('textbox').focus()
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('closes when the screen changes, and stays closed on the way back', async () => {
  const at = (address: string) => (
    <Popover label="Account" face="Account" address={address}>
      {() => <p>Sara</p>}
    </Popover>
  )
  const { rerender } = render(at('/'))
  await userEvent.setup().click(screen.getByRole('button', { name: 'Account' }))
  expect(screen.getByRole('dialog')).toBeVisible()
  for (const address of ['/history', '/']) {
    rerender(at(address))
    expect(screen.queryByRole('dialog')).toBeNull()
  }
})
