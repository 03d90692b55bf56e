import { expect, test } from 'vitest'
import { pictureAddress } from './picture-address.ts'

test.each(['https://cdn.test/a.jpg', 'HTTPS://cdn.test/../a.jpg', '/practice/pictures/milk.svg'])(
  'a picture is loaded from %s',
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
])('no picture is loaded from %j', (address) => {
  expect(pictureAddress(address)).toBeUndefined()
})
