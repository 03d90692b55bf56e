import { expect, test } from 'vitest'
import { paths, patterns } from './screen-paths.ts'

test('keeps the addresses of the web app, because people bookmark them', () => {
  expect(patterns).toEqual({
    orders: '/',
    order: '/orders/:orderId',
    history: '/history',
    items: '/catalog/items',
    item: '/catalog/items/:itemId',
    categories: '/catalog/categories',
    brands: '/catalog/brands',
    attributes: '/catalog/attributes',
    enrol: '/enrol',
    signIn: '/sign-in',
    tablets: '/tablets',
    printers: '/printers',
    staff: '/staff',
    rules: '/rules',
    alerts: '/alerts',
    webhooks: '/webhooks',
    apiKeys: '/api-keys',
    apiReference: '/api-keys/reference',
    shops: '/shops',
    log: '/log',
    connection: '/connection',
    settings: '/settings',
    reports: '/reports',
    station: '/station',
    display: '/display',
    training: '/training',
    earlierHistory: '/closed',
    earlierReports: '/shift',
  })
  expect(paths.order('ORD-1.2_3:4')).toBe('/orders/ORD-1.2_3%3A4')
  expect(paths.items()).toBe('/catalog/items')
  expect(paths.items({ q: 'خبز 1', brand: '7', page: undefined })).toBe('/catalog/items?q=%D8%AE%D8%A8%D8%B2+1&brand=7')
  expect(paths.history()).toBe('/history')
  expect(paths.history({ q: 'A 1', day: undefined })).toBe('/history?q=A+1')
  expect(paths.item('70001')).toBe('/catalog/items/70001')
  expect(paths.log({ order: 'A:1' })).toBe('/log?order=A%3A1')
  expect(paths.log({ day: '2026-11-20', by: 'Sara' })).toBe('/log?day=2026-11-20&by=Sara')
  expect(paths.signIn('/orders/ORD-1')).toBe('/sign-in?from=%2Forders%2FORD-1')
})
