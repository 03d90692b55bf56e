import { Unreadable } from '#contract/salvage.ts'
import { readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import { loadCatalog } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { CustomerChange, MoneyDifference } from './customer-change.tsx'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

const line = { id: '1', quantity: 2, price: 1.5, product: { id: '9', name: 'Milk' } }
const order = (items: ReadOrder['items']): ReadOrder => ({ id: '7', currency: 'SAR', items }) as ReadOrder

async function show(before: unknown, items: ReadOrder['items']) {
  const { messages } = await loadCatalog('en')
  render(
    <Translations language="en" messages={messages}>
      <CustomerChange order={order(items)} before={before} />
    </Translations>,
  )
  const note = screen.getByRole('note')
  expect(note).toHaveTextContent('The customer changed the order')
  return note
}

test('shows a sentence for each kind of change', async () => {
  const product = { ...line.product, name: 'Goat milk' }
  const note = await show(
    [line, { ...line, id: '2' }, { ...line, id: '3' }],
    [
      { ...line, product },
      { ...line, id: '2', customizations: 'NUT ALLERGY' },
      { ...line, id: '3', price: 2 },
    ],
  )
  expect(note).toHaveTextContent('Replaced: Goat milk instead of Milk')
  expect(note).toHaveTextContent('Notes changed: Milk')
  expect(note).toHaveTextContent(/Price changed: Milk, SAR\W2\.00 instead of SAR\W1\.50/)
})

test('says that there may be more changes', async () => {
  const note = await show([line, { ...line, id: '2' }], [{ ...line, quantity: 3 }, new Unreadable('line 2')])
  expect(note).toHaveTextContent('Milk: 3 instead of 2')
  expect(note).toHaveTextContent('Something else changed: check every line.')
  expect(note).not.toHaveTextContent('Removed')
})

test('reports an unspecific change without a sentence of its own', async () => {
  const note = await show([{ ...line, product: { ...line.product, barcode: '1' } }], [line])
  expect(note).toHaveTextContent('Something else changed: check every line.')
})

/** The text about an order's sums. */
async function shownFor(sums: Readonly<Record<string, unknown>>) {
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

test('shows both sums if the amounts do not add up to the total', async () => {
  const said = await shownFor({ total: 6 })
  expect(said).toContain('6.50')
  expect(said).toContain('6.00')
})

test('shows no difference if the amounts add up or one is unreadable', async () => {
  expect(await shownFor({ total: 6.5 })).toBe('')
  expect(await shownFor({ subtotal: 0.1, delivery_charge: 0.2, service_charge: 0, total: 0.3 })).toBe('')
  expect(await shownFor({ total: 7, delivery_charge: 'much' })).toBe('')
})
