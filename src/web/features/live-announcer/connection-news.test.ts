import { expect, test } from 'vitest'
import { createConnectionNews } from './connection-news.ts'

const live = { is: 'live' } as const
const lost = { is: 'lost', since: 0 } as const
const ok = { state: 'ok' } as const
const away = { state: 'lost', since: 0 } as const

test('a line that holds is no news; its loss is told once, and its return once', () => {
  const { since } = createConnectionNews()
  expect([since(ok, { is: 'begins' }), since(ok, live)]).toEqual([undefined, undefined])
  expect([since(away, lost), since(away, lost)]).toEqual(['spoken.lost', undefined])
  expect([since(ok, live), since(ok, live)]).toEqual(['spoken.back', undefined])
})

test('a feed that is gone, a service that does not answer and a refused token are told by what they mean', () => {
  const { since } = createConnectionNews()
  expect(since(ok, lost)).toBe('spoken.late')
  expect(since({ state: 'vendor' }, live)).toBe('spoken.vendor')
  expect(since({ state: 'token' }, lost)).toBe('spoken.token')
  expect(since(ok, live)).toBe('spoken.back')
})
