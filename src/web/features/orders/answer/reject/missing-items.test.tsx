import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { catalogItem } from '#testing/catalog-vendor.ts'
import { openPage } from '#testing/open-page.tsx'

const tenNames = ['Crème brûlée', 'حلاوة طحينيّة', 'Milk', 'Bread', 'Salt', 'Rice', 'Tea', 'Oil', 'Soap', 'Figs']

/**
 * Opens the rejection dialog of an order with these items, and chooses the reason that asks for missing ones.
 * `id`: the id of each line.
 */
async function askForItems(names: readonly string[], id?: string) {
  const page = await openPage({
    at(vendor) {
      const lines = names.map((name, index) => ({
        item: catalogItem(index + 1, { id: 901 + index, name: { en: name, ar: name } }),
        quantity: index + 1,
        customizations: null,
      }))
      const order = vendor.placeOrder('ordinary', { lines })
      order.lines = order.lines.map((line) => ({ ...line, id: id ?? line.id }))
      return `/orders/${order.id}`
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Reject order' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject order' }))
  await page.user.click(await dialog.findByRole('radio', { name: 'Some items are not available' }))
  const items = () =>
    dialog.queryAllByRole('checkbox').map((box) => box.parentElement?.querySelector('label')?.textContent)
  return { ...page, dialog, items }
}

test('shows the quantity before an item’s name and in its description', async () => {
  const { user, dialog } = await askForItems(['Milk', 'Bread'])
  const bread = dialog.getByRole('checkbox', { name: 'Bread' })
  expect(bread).toHaveAccessibleDescription('2 ×')
  await user.click(dialog.getByText('Bread'))
  expect(bread).toBeChecked()
})

test('finds one of ten items by a part of its name, regardless of spelling', async () => {
  const { user, dialog, items } = await askForItems(tenNames)
  const search = dialog.getByRole('searchbox', { name: 'Find an item' })
  await user.type(search, 'brulee')
  expect(items()).toEqual(['Crème brûlée'])
  await user.clear(search)
  await user.type(search, 'حلاوه')
  expect(items()).toEqual(['حلاوة طحينيّة'])
  await user.clear(search)
  expect(items()).toEqual(tenNames)
  await user.type(search, 'zzz')
  expect(items()).toEqual([])
  expect(dialog.getByText('No item in this order has this name.')).toHaveAttribute('role', 'status')
})

test('lists two items with the same id', async () => {
  const { user, dialog, items } = await askForItems(tenNames, '9')
  expect(items()).toEqual(tenNames)
  await user.type(dialog.getByRole('searchbox', { name: 'Find an item' }), 'salt')
  expect(items()).toEqual(['Salt'])
})

test('keeps chosen items visible during a search, and does not submit on Enter', async () => {
  const { user, dialog, items } = await askForItems(tenNames)
  await user.click(dialog.getByRole('checkbox', { name: 'Milk' }))
  await user.type(dialog.getByRole('searchbox', { name: 'Find an item' }), 'bread{Enter}')
  expect(items()).toEqual(['Milk', 'Bread'])
  // Nothing moves under a finger either.
  await user.click(dialog.getByRole('checkbox', { name: 'Milk' }))
  expect(items()).toEqual(['Milk', 'Bread'])
  expect(screen.getByRole('dialog', { name: 'Reject order' })).toBeVisible()
})

test('shows no search for nine items', async () => {
  const { dialog, items } = await askForItems(tenNames.slice(1))
  expect(items()).toHaveLength(9)
  expect(dialog.queryByRole('searchbox')).toBeNull()
})

test('keeps the chosen items when the reason is changed', async () => {
  const { user, dialog, items } = await askForItems(tenNames)
  const reason = dialog.getByRole('radio', { name: 'Some items are not available' })
  await user.click(dialog.getByRole('checkbox', { name: 'Milk' }))
  await user.click(dialog.getByRole('button', { name: 'Change reason' }))
  expect(reason).toHaveFocus()
  expect(reason).not.toBeChecked()
  expect(items()).toEqual([])
  await user.click(dialog.getByRole('radio', { name: 'Closing soon' }))
  expect(dialog.queryByRole('button', { name: 'Change reason' })).toBeNull()
  await user.click(dialog.getByRole('radio', { name: 'Prices have changed' }))
  expect(dialog.getByRole('checkbox', { name: 'Milk' })).toBeChecked()
})
