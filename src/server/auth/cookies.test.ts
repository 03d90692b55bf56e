import { expect, test } from 'vitest'
import { createCookieJar, createCookies } from './cookies.ts'

test('binds a cookie to this host on https', () => {
  expect(createCookies(true).set('desk_device', 'abc', 60)).toBe(
    '__Host-desk_device=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Strict; Secure',
  )
  expect(createCookies(false).set('desk_person', 'abc', 60)).toBe(
    'desk_person=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Strict',
  )
})

test.each([
  [undefined, []],
  ['', []],
  ['desk_device=abc', ['abc']],
  ['a=1; desk_device=abc; b=2', ['abc']],
  ['a=1;desk_device=abc', ['abc']],
  ['desk_device=', ['']],
  ['desk_device=a=b', ['a=b']],
  ['desk_device=abc; desk_device=def', ['abc', 'def']],
  ['xdesk_device=abc; DESK_DEVICE=abc; desk_devices=abc; desk_device', []],
  ['__Host-desk_device=abc', []],
] as const)('reads the header %j as %j', (header, values) => {
  expect(createCookies(false).read(header, 'desk_device')).toEqual(values)
})

test('ignores a cookie without the prefix on https', () => {
  expect(createCookies(true).read('desk_device=abc; __Host-desk_device=def', 'desk_device')).toEqual(['def'])
})

test('a jar stores cookies, and drops cleared ones', () => {
  const { set, clear } = createCookies(false)
  const jar = createCookieJar([set('desk_device', 'a', 60), set('desk_person', 'b', 60)])
  expect(jar.header()).toBe('desk_device=a; desk_person=b')
  jar.keep(set('desk_device', 'c', 60))
  jar.keep(clear('desk_person'))
  expect(jar.header()).toBe('desk_device=c')
  jar.keep(clear('desk_device'))
  expect(jar.header()).toBeUndefined()
})
