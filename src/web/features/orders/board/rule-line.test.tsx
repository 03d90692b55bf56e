import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { openPage } from '#testing/open-page.tsx'

const words = 'Orders are accepted automatically'

/** The board of a shop whose rule is on. */
async function openBoard(who: 'Omar' | 'nobody') {
  const store = createMemoryStore()
  await store.saveSetting('rules', { enabled: true, when: 'now' }, 0)
  return { store, ...(await openPage({ at: () => '/', store, who, isPolling: true })) }
}

test('says that orders are accepted automatically, and is turned off with one press', async () => {
  const { user, store } = await openBoard('Omar')
  expect(await screen.findByText(words)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Turn off' }))
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  expect(await screen.findByText('Automatic acceptance is off.')).toBeVisible()
  expect((await store.readSetting('rules'))?.value).toMatchObject({ enabled: false })
})

test('has no button for a tablet on which nobody is signed in', async () => {
  await openBoard('nobody')
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull()
})
