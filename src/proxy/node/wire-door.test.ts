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

test('what a proxy says of host and protocol changes nothing, trusted or not', () => {
  const headers = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https', origin: 'https://evil.test' }
  for (const proxies of [[], ['127.0.0.1']]) {
    expect(knock('127.0.0.1', headers, proxies)).toMatchObject({ host: 'desk.test', isSameOrigin: false })
  }
})
