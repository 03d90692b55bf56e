import { expect, test } from 'vitest'
import { wireDoor } from './wire-door.ts'

const door = (proxies?: readonly string[]) => wireDoor(['https://desk.test'], proxies)

function knock(peer: string, headers: Readonly<Record<string, string>>, proxies?: readonly string[]) {
  const incoming = { url: '/', headers: { host: 'desk.test', ...headers }, socket: { remoteAddress: peer } }
  return door(proxies)(new Request('http://desk.test/'), { incoming })
}

const forged = { 'x-forwarded-for': '198.51.100.7', forwarded: 'for=198.51.100.7', 'x-real-ip': '198.51.100.7' }

test('where a request came from is what its connection says, whatever its headers do', () => {
  expect(knock('203.0.113.5', forged).peer).toBe('203.0.113.5')
  expect(knock('203.0.113.5', forged, ['127.0.0.1']).peer).toBe('203.0.113.5')
  expect(knock('127.0.0.1', forged).peer).toBe('127.0.0.1')
})

test('a proxy that is trusted says where a request came from, in one header alone', () => {
  expect(knock('127.0.0.1', forged, ['127.0.0.1']).peer).toBe('198.51.100.7')
  const { forwarded, 'x-real-ip': realIp } = forged
  expect(knock('127.0.0.1', { forwarded, 'x-real-ip': realIp }, ['127.0.0.1']).peer).toBe('127.0.0.1')
})

test('figures are for this machine, and for proxies that are trusted, where nobody else is in between', () => {
  const isInside = (...asked: Parameters<typeof knock>) => knock(...asked).isInside
  const from = (addresses: string) => ({ 'x-forwarded-for': addresses })
  expect(isInside('127.0.0.1', {})).toBe(true)
  expect(isInside('::1', {})).toBe(true)
  expect(isInside('10.0.0.9', {})).toBe(false)
  expect(isInside('10.0.0.9', {}, ['10.0.0.0/8'])).toBe(true)
  expect(isInside('::ffff:10.0.0.9', {}, ['10.0.0.0/8'])).toBe(true)
  // A proxy on this machine brings strangers, whether or not it is trusted, and whatever they write.
  for (const proxies of [[], ['127.0.0.1']]) {
    for (const said of ['198.51.100.7', '127.0.0.1, 198.51.100.7', '198.51.100.7, 127.0.0.1', 'unknown', ''])
      expect(isInside('127.0.0.1', from(said), proxies)).toBe(false)
    expect(isInside('127.0.0.1', { 'x-real-ip': '127.0.0.1' }, proxies)).toBe(false)
  }
  expect(isInside('127.0.0.1', from('127.0.0.1'))).toBe(false)
  expect(isInside('127.0.0.1', from('10.0.0.9'), ['127.0.0.1', '10.0.0.0/8'])).toBe(true)
})

test('what a proxy says of host and protocol changes nothing, trusted or not', () => {
  const headers = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https', origin: 'https://evil.test' }
  for (const proxies of [[], ['127.0.0.1']]) {
    expect(knock('127.0.0.1', headers, proxies)).toMatchObject({ host: 'desk.test', isSameOrigin: false })
  }
})

test.each([
  ['same-origin', undefined, true],
  ['same-origin', 'https://desk.test', true],
  [undefined, 'https://desk.test', true],
  [undefined, undefined, false],
  ['same-origin', 'https://evil.test', false],
  ['same-origin', 'null', false],
  ['cross-site', 'https://desk.test', false],
  ['none', undefined, false],
])('Sec-Fetch-Site %s with the origin %s is one of our own pages: %s', (site, origin, isSameOrigin) => {
  const headers = { ...(site && { 'sec-fetch-site': site }), ...(origin && { origin }) }
  expect(knock('127.0.0.1', headers)).toMatchObject({ isSameOrigin })
})
