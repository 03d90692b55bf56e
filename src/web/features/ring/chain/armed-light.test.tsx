import { loadCatalog } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ArmedLight } from './armed-light.tsx'
import { linksOf, type ChainFacts } from './links.ts'

const whole: ChainFacts = {
  hasSound: true,
  isSounding: true,
  isAwake: true,
  feed: 'live',
  token: 'ok',
  isNotificationAllowed: true,
}

test.each([
  [{}, 'This tablet rings'],
  [{ isNoticeAllowed: false }, 'This tablet rings'],
  [{ isAwake: false }, 'This tablet rings, but may stop'],
  [{ isSounding: false }, 'This tablet cannot ring'],
])('shows for a tablet with %j: %s', async (changed, said) => {
  const { messages } = await loadCatalog('en')
  render(
    <Translations language="en" messages={messages}>
      <ArmedLight links={linksOf({ ...whole, ...changed })} onArm={() => undefined} onTest={() => undefined} />
    </Translations>,
  )
  expect(screen.getByText(said, { exact: true })).toBeVisible()
})
