import { readOrder } from '#contract/vendor/order.ts'
import { loadCatalog } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MoneyDifference } from './money-difference.tsx'

/** What is said of an order's sums. */
async function saidOf(sums: Readonly<Record<string, unknown>>) {
  const parts = { subtotal: 5, delivery_charge: 1, service_charge: 0.5, currency: 'USD' }
  const order = readOrder('1', { id: '1', ...parts, ...sums })
  if (!order) throw new Error('Not an order.')
  const { messages } = await loadCatalog('en')
  const { container } = render(
    <Translations language="en" messages={messages}>
      <MoneyDifference order={order} />
    </Translations>,
  )
  return container.textContent
}

test('where the parts of an order do not add up to its total, both sums are named', async () => {
  const said = await saidOf({ total: 6 })
  expect(said).toContain('6.50')
  expect(said).toContain('6.00')
})

test('parts that add up, or of which one cannot be read, name no difference', async () => {
  expect(await saidOf({ total: 6.5 })).toBe('')
  expect(await saidOf({ subtotal: 0.1, delivery_charge: 0.2, service_charge: 0, total: 0.3 })).toBe('')
  expect(await saidOf({ total: 7, delivery_charge: 'much' })).toBe('')
})
