import { orderOfRow } from '#web/api/order.ts'
import { rowOf } from '#testing/row-of.ts'
import { loadCatalog } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CardLines, CardNotes } from './card-lines.tsx'

const { messages } = await loadCatalog('en')

interface Line {
  readonly name: string
  readonly quantity: unknown
  readonly customizations?: unknown
}

function show(lines: readonly Line[]) {
  const items = lines.map(({ name, quantity, customizations = null }, index) => ({
    id: `L${index}`,
    price: 100,
    quantity,
    product: { name },
    customizations,
  }))
  const order = orderOfRow(rowOf('1', { order: { id: '1', items } }))
  return render(
    <Translations language="en" messages={messages}>
      <CardLines order={order} />
      <div data-testid="notes">
        <CardNotes order={order} />
      </div>
    </Translations>,
  )
}

const rice = { name: 'Basmati rice 5 kg', quantity: 2 }
const milk = { name: 'حليب', quantity: 1.5 }

test.each([
  [[rice], ['2 × Basmati rice 5 kg']],
  [
    [rice, milk, rice],
    ['2 × Basmati rice 5 kg', '1.5 × حليب', '2 × Basmati rice 5 kg'],
  ],
  [
    [rice, milk, rice, milk, milk],
    ['2 × Basmati rice 5 kg', '1.5 × حليب', '2 × Basmati rice 5 kg+2 more'],
  ],
  [[{ ...rice, quantity: null }], ['? × Basmati rice 5 kg']],
])('names the first three lines and counts the others', (lines, named) => {
  show(lines)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(named)
})

test('shows each note once, also of a line that is only counted', () => {
  show([
    { ...rice, customizations: 'No nuts' },
    { ...rice, customizations: { Cut: 'thin' } },
    { ...rice, customizations: 'No nuts' },
    milk,
    { ...milk, customizations: 'Allergy: eggs' },
  ])
  expect(screen.getByTestId('notes').textContent).toBe('Allergy: eggs · No nuts · Cut: thin')
})

test('shows no callout without notes', () => {
  show([rice, { ...milk, customizations: {} }])
  expect(screen.getByTestId('notes')).toBeEmptyDOMElement()
})
