import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { en } from '#web/i18n/en.ts'

interface Sent {
  readonly product?: object
  readonly payment?: object
  readonly status?: object
  readonly currency?: string
}

const picture = (name: string) => `https://pictures.test/${name}.png`

/** An order with one line and these fields. */
async function openOrder({ product = {}, payment = {}, status = {}, currency = 'IQD' }: Sent) {
  const page = await openPage({
    at: () => '/orders/A1',
    fetch: async (request, vendor) =>
      request.url.endsWith('/orders/A1')
        ? Response.json({
            data: {
              id: 'A1',
              is_active: true,
              service: 'shop',
              currency,
              total: 5,
              vendor: { id: '318', name: 'Market' },
              status: { key: 'pending', title: 'Waiting', ...status },
              payment_method: { key: 'card', title: 'Card', ...payment },
              items: [{ id: '1', price: 5, quantity: 1, product: { id: '7', name: 'Milk', ...product } }],
            },
          })
        : vendor.fetch(request),
  })
  const line = (await screen.findByText('Milk')).closest('li')
  if (!line) throw new Error('No line.')
  await screen.findByText('Card')
  return { ...page, line }
}

const picturesIn = (line: HTMLElement) => [...line.querySelectorAll('img')].map((image) => image.src)

test('falls back to the product’s next picture and finally to a placeholder', async () => {
  const images = [picture('2'), 'http://pictures.test/3.png', picture('4')]
  const { line } = await openOrder({ product: { featured_image: picture('1'), images } })
  const shown: string[] = []
  for (let image = line.querySelector('img'); image; image = line.querySelector('img')) {
    shown.push(image.src)
    fireEvent.error(image)
  }
  expect(shown).toEqual([picture('1'), picture('2'), picture('4')])
})

test.each([null, '', 'http://pictures.test/1.png', 5])(
  'replaces the picture %j by the first of the others',
  async (featured_image) => {
    const { line } = await openOrder({ product: { featured_image, images: [picture('2')] } })
    expect(picturesIn(line)).toEqual([picture('2')])
    expect(within(line).queryByRole('button', { name: /picture/ })).toBeNull()
  },
)

test('shows each of the product’s pictures once on a press and hides them on the next', async () => {
  const images = [picture('1'), picture('2'), 'data:image/png;base64,AA==']
  const { line, user } = await openOrder({ product: { featured_image: picture('1'), images } })
  const button = within(line).getByRole('button', { name: 'Milk: 2 pictures', expanded: false })
  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(within(line).getByRole('img', { name: 'Picture 2 of 2' })).toHaveAttribute('src', picture('2'))
  expect(picturesIn(line)).toEqual([picture('1'), picture('1'), picture('2')])
  await user.click(button)
  expect(picturesIn(line)).toEqual([picture('1')])
})

test('hides product fields that equal the order’s', async () => {
  const { line } = await openOrder({ product: { vendor_id: 318, currency: ' iqd', service: 'shop' } })
  for (const name of ['line.otherShop', 'line.otherCurrency', 'line.otherService'] as const)
    expect(line).not.toHaveTextContent(en[name])
})

test('shows an amount in its own currency', async () => {
  const { line } = await openOrder({ product: { currency: 'USD', original_price: 9 } })
  expect(line).toHaveTextContent('Catalog price inUSD')
  expect(line).toHaveTextContent(/IQD\s5.*was \$9\.00/)
})

test('shows an amount in the product’s currency if the order has none', async () => {
  const { line } = await openOrder({ product: { currency: 'USD' }, currency: '' })
  expect(line).toHaveTextContent('$5.00')
})

test('marks unreadable product and payment fields', async () => {
  const { line } = await openOrder({
    product: { vendor_id: {}, currency: ['IQD'] },
    payment: { sub_title: {}, payment_type: ['card'] },
  })
  expect(within(line).getAllByText(en['value.unreadable'])).toHaveLength(2)
  const total = screen.getByRole('region', { name: en['order.total'] })
  const details = screen.getByText(en['order.details']).closest('details')
  if (!details) throw new Error('No details.')
  for (const part of [total, details]) expect(within(part).getAllByText(en['value.unreadable'])).toHaveLength(1)
})

test('loads payment and status icons over HTTPS only', async () => {
  const insecure = 'http://pictures.test/1.png'
  await openOrder({ payment: { featured_image: insecure }, status: { decoration: { featured_icon: insecure } } })
  expect(document.querySelector(`[src^="${insecure}"]`)).toBeNull()
})

test('removes an icon that does not load', async () => {
  await openOrder({
    payment: { featured_image: picture('card') },
    status: { decoration: { featured_icon: picture('icon') } },
  })
  for (const name of ['card', 'icon']) {
    const sign = document.querySelector(`[src="${picture(name)}"]`)
    if (!sign) throw new Error('No sign.')
    const before = sign.parentElement?.childElementCount ?? 0
    const parent = sign.parentElement
    fireEvent.error(sign)
    expect(parent?.childElementCount).toBe(before - 1)
  }
})
