import { loadCatalog } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { LinkList } from './link-list.tsx'
import { linksOf } from './links.ts'

test('lists every link, and what to do about those that are not ok', async () => {
  const { messages } = await loadCatalog('en')
  let tests = 0
  const links = linksOf({
    hasSound: true,
    isSounding: true,
    isAwake: false,
    feed: 'live',
    token: 'ok',
    webhook: 'never',
    isClockRight: true,
    isNotificationAllowed: true,
    isPrinterFaulty: false,
  })
  render(
    <MemoryRouter>
      <Translations language="en" messages={messages}>
        <LinkList links={links} onTest={() => (tests += 1)} />
      </Translations>
    </MemoryRouter>,
  )
  const items = screen.getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'The sound is on',
    'The screen may turn off, and the sound with itSet this tablet never to sleep, and keep it plugged in.',
    'New orders arrive at once',
    'The vendor service accepts this shop’s token',
    expect.stringMatching(/^No order notification has arrived yetRegister this desk’s address at the vendor service/),
    'The clock is right',
    'Notifications are allowed',
  ])
  const webhook = within(items[4] ?? document.body)
  expect(webhook.getByRole('link', { name: 'Connection' })).toHaveAttribute('href', '/connection')
  await userEvent.click(screen.getByRole('button', { name: 'Test the sound' }))
  expect(tests).toBe(1)
})
