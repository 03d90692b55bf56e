import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { openPage } from '#testing/open-page.tsx'
import { plainBasket } from '#testing/rules.ts'

const webhookSecret = 'a-webhook-secret-of-this-test'
const button = (name: string) => screen.findByRole('button', { name })

/** The screen of a desk that has received an order with notes and one without. */
async function open(who: 'Sara' | 'Omar' | 'nobody' = 'Sara') {
  const store = createMemoryStore()
  const ids: string[] = []
  const page = await openPage({
    who,
    store,
    webhookSecret,
    isPolling: true,
    at(vendor) {
      const [line] = plainBasket().lines
      if (!line) throw new Error('The shop has no item.')
      const notes = [{ note: 'Ripe' }, null]
      ids.push(
        ...notes.map((customizations) => vendor.placeOrder('ordinary', { lines: [{ ...line, customizations }] }).id),
      )
      return '/rules'
    },
  })
  for (const id of ids) await page.notify(id)
  await waitFor(async () => expect((await store.open()).every(({ order }) => order !== null)).toBe(true))
  return { ...page, store, ids }
}

const savedRule = async (store: ReturnType<typeof createMemoryStore>) => (await store.readSetting('rules'))?.value

test('tries what is not saved yet on past orders, and says which it would have accepted', async () => {
  const { user, ids, store } = await open()
  await user.click(await screen.findByRole('checkbox', { name: /^Every item is in the catalog/ }))
  expect(screen.getByText('Not saved yet.')).toBeVisible()
  await user.click(await button('Try on the last 30 days'))
  const part = within(await screen.findByRole('region', { name: 'Try it first' }))
  expect(await part.findByText(/^Would have accepted \d of 2 orders$/)).toBeVisible()
  expect(within(part.getByRole('list', { name: 'Left to you' })).getByText('the customer left notes')).toBeVisible()
  await user.click(part.getByRole('button', { name: 'Left to you' }))
  const links = part.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toContain(`/orders/${ids[0]}`)
  await user.click(screen.getByRole('radio', { name: 'At once' }))
  expect(part.getByText('The settings have changed. Try again to see their effect.')).toBeVisible()
  expect(await savedRule(store)).toBeUndefined()
})

test('shows what it would have done before it is turned on, and turns it off at once', async () => {
  const { user, store } = await open()
  const turn = async () => user.click(await screen.findByRole('switch', { name: 'Accept orders automatically' }))
  await user.type(await screen.findByRole('textbox', { name: 'Total at most' }), '25,000')
  await turn()
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept orders automatically?' }))
  expect(await dialog.findByText(/^Would have accepted/)).toBeVisible()
  expect(await savedRule(store)).toBeUndefined()
  await user.click(dialog.getByRole('button', { name: 'Turn on' }))
  await waitFor(async () => expect(await savedRule(store)).toMatchObject({ enabled: true, max_total: 25_000 }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('switch')).toBeChecked()
  await turn()
  await waitFor(async () => expect(await savedRule(store)).toMatchObject({ enabled: false }))
})

test('refuses a limit that is none, and a week without days', async () => {
  const { user, store } = await open()
  const total = await screen.findByRole('textbox', { name: 'Items at most' })
  await user.type(total, '1.5')
  await user.click(await button('Save'))
  expect(total).toHaveAccessibleDescription('Enter a whole number from 1 to 10,000, or nothing.')
  await user.click(screen.getByRole('switch'))
  expect(total).toHaveFocus()
  await user.clear(total)
  for (const day of within(screen.getByRole('group', { name: 'Days' })).getAllByRole('button')) await user.click(day)
  expect(screen.getByText('Choose at least one day.')).toBeVisible()
  await user.click(screen.getByRole('switch'))
  expect(await button('Monday')).toHaveFocus()
  await user.click(await button('Monday'))
  await user.click(await button('Save'))
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(await savedRule(store)).toMatchObject({ weekdays: [1], max_pieces: null })
})

test.each([
  ['Omar', 'Only a manager can see and change the rules.'],
  ['nobody', 'Sign in to see the rules.'],
] as const)('is not for %s', async (who, words) => {
  await openPage({ at: () => '/rules', who })
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByRole('switch')).toBeNull()
})
