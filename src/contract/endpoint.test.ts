import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillPath, matchPath } from './endpoint.ts'
import { words } from '#testing/words.ts'

const accept = '/orders/:orderId/accept'
const value = fc.string({ unit: 'binary', minLength: 1 })

test('matchPath finds the values that fillPath filled in', () => {
  fc.assert(
    fc.property(value, value, (orderId, itemId) => {
      expect(matchPath(accept, fillPath(accept, { orderId }))).toEqual({ orderId })
      const path = '/orders/:orderId/items/:itemId'
      expect(matchPath(path, fillPath(path, { orderId, itemId }))).toEqual({ orderId, itemId })
    }),
  )
})

test('keeps every value within its path segment', () => {
  const unnormal = value.filter((text) => text !== '.' && text !== '..')
  fc.assert(
    fc.property(unnormal, (orderId) => {
      const { pathname, search, hash, host } = new URL(fillPath(accept, { orderId }), 'https://vendor.test')
      expect(matchPath(accept, pathname)).toEqual({ orderId })
      expect([search, hash, host]).toEqual(['', '', 'vendor.test'])
    }),
  )
})

test('encodes each value for an address', () => {
  expect(fillPath(accept, { orderId: 'ORD-1.2_3:4' })).toBe('/orders/ORD-1.2_3%3A4/accept')
  expect(fillPath(accept, { orderId: '../1?a#b %2f' })).toBe('/orders/..%2F1%3Fa%23b%20%252f/accept')
  expect(fillPath(accept, { orderId: ':orderId $& $1' })).toBe('/orders/%3AorderId%20%24%26%20%241/accept')
  expect(fillPath('/items', {})).toBe('/items')
})

test('decodes a value exactly once', () => {
  expect(matchPath(accept, '/orders/%252e%252e/accept')).toEqual({ orderId: '%2e%2e' })
  expect(matchPath(accept, '/orders/a%2fb/accept')).toEqual({ orderId: 'a/b' })
  expect(matchPath(accept, '/orders/a+b/accept')).toEqual({ orderId: 'a+b' })
})

test('does not match an invalidly encoded address', () => {
  for (const bad of ['%', '%zz', '%2', '%E0%A4%A', '%ED%A0%80', '%FF', '1%'])
    expect(matchPath(accept, `/orders/${bad}/accept`), bad).toBeUndefined()
})

test('matches the whole address only: length, case, no empty value', () => {
  const others = [
    ...words`/orders/1 /orders/1/accept/ /orders//accept //orders/1/accept /orders/1/Accept /orders/1/reject
    /x/orders/1/accept orders/1/accept /orders/1/%61ccept`,
    '',
  ]
  for (const other of others) expect(matchPath(accept, other), other).toBeUndefined()
})

test('matches a path without parameters only to itself', () => {
  expect(matchPath('/items', '/items')).toEqual({})
  expect(matchPath('/items', '/items/')).toBeUndefined()
})
