import { pictureAddress, pictureAddresses } from './order-number.ts'
import { expect, test } from 'vitest'

test.each(['https://cdn.test/a.jpg', 'HTTPS://cdn.test/../a.jpg', '/practice/pictures/milk.svg'])(
  'loads a picture from %s',
  (address) => {
    expect(pictureAddress(address)).toBe(address)
  },
)

test.each([
  '/practice/pictures/../../api/desk/orders',
  '/practice/orders',
  '//cdn.test/a.jpg',
  'http://cdn.test/a.jpg',
  'https:///a.jpg',
  'data:image/png;base64,AA==',
  '',
  null,
  5,
])('loads no picture from %j', (address) => {
  expect(pictureAddress(address)).toBeUndefined()
})

test('keeps the loadable ones of several addresses, each once', () => {
  const [one, other] = ['https://cdn.test/1.jpg', 'https://cdn.test/2.jpg']
  expect(pictureAddresses(['', one, null, other, 'http://cdn.test/3.jpg', one])).toEqual([one, other])
})
