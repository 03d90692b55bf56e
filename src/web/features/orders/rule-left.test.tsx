import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { openPage } from '#testing/open-page.tsx'
import { plainBasket } from '#testing/rules.ts'

const rule = { enabled: true, when: 'now', requires_catalog: false, requires_presence: false }

test.each([
  ['was accepted automatically', null, 'Accepted automatically'],
  ['was left to people', { note: 'Ripe' }, 'Not accepted automatically: the customer left notes'],
])('says of an order that it %s, and why', async (_what, customizations, words) => {
  const store = createMemoryStore()
  await store.saveSetting('rules', rule, 0)
  let id = ''
  const { notify } = await openPage({
    store,
    webhookSecret: 'a-webhook-secret-of-this-test',
    isPolling: true,
    at(vendor) {
      const lines = plainBasket().lines.map((line) => ({ ...line, customizations }))
      id = vendor.placeOrder('ordinary', { lines }).id
      return `/orders/${id}`
    },
  })
  await notify(id)
  await waitFor(async () => expect(await store.timeline(id)).not.toEqual([]))
  expect(await screen.findByText(words)).toBeInTheDocument()
})
