import { expect, test } from 'vitest'
import { paths, patterns } from './paths.ts'

test('the addresses of the product are these: people keep them', () => {
  expect(patterns).toEqual({
    orders: '/',
    order: '/orders/:orderId',
    closed: '/closed',
    enrol: '/enrol',
    signIn: '/sign-in',
    tablets: '/tablets',
    staff: '/staff',
  })
  expect(paths.order('ORD-1.2_3:4')).toBe('/orders/ORD-1.2_3%3A4')
  expect(paths.signIn('/orders/ORD-1')).toBe('/sign-in?from=%2Forders%2FORD-1')
})
