import { loadCatalog } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { wholeChain } from '#testing/whole-chain.ts'
import { linksOf, type ChainLink } from '#web/features/ring/chain/links.ts'
import { SoundState } from './sound-state.tsx'

const tabletRing = (links: readonly ChainLink[]) => ({
  links,
  isArmed: true,
  ring: undefined,
  allSilenced: undefined,
  facts: wholeChain,
  turnOn: () => undefined,
  test: () => undefined,
})

test.each([
  [{}, 'Sound on'],
  [{ isNotificationAllowed: false }, 'Sound on'],
  [{ isAwake: false }, 'Sound on, needs attention'],
  [{ token: 'refused' as const }, 'New orders will not ring'],
  [{ isSounding: false }, 'Sound is off: new orders will not ring'],
])('shows for a tablet with %j: %s', async (changed, said) => {
  const { messages } = await loadCatalog('en')
  render(
    <Translations language="en" messages={messages}>
      <MemoryRouter>
        <SoundState tabletRing={tabletRing(linksOf({ ...wholeChain, ...changed }))} />
      </MemoryRouter>
    </Translations>,
  )
  expect(screen.getByRole('button', { name: said })).toBeVisible()
})
