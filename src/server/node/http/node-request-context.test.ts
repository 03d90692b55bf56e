import { addressMatcher } from '#server/node/config/address-ranges.ts'
import { nodeRequestContext, peerOf } from './node-request-context.ts'
import { expect, test } from 'vitest'

const context = (proxies?: readonly string[]) => nodeRequestContext(['https://desk.test'], proxies)

function knock(peer: string, headers: Readonly<Record<string, string>>, proxies?: readonly string[]) {
  const incoming = { url: '/', headers: { host: 'desk.test', ...headers }, socket: { remoteAddress: peer } }
  return context(proxies)(new Request('http://desk.test/'), { incoming })
}

const forged = { 'x-forwarded-for': '198.51.100.7', forwarded: 'for=198.51.100.7', 'x-real-ip': '198.51.100.7' }

test('takes the sender’s address from the connection, whatever the headers', () => {
  expect(knock('203.0.113.5', forged).peer).toBe('203.0.113.5')
  expect(knock('203.0.113.5', forged, ['127.0.0.1']).peer).toBe('203.0.113.5')
  expect(knock('127.0.0.1', forged).peer).toBe('127.0.0.1')
})

test('takes the sender’s address from a single header of a trusted proxy', () => {
  expect(knock('127.0.0.1', forged, ['127.0.0.1']).peer).toBe('198.51.100.7')
  const { forwarded, 'x-real-ip': realIp } = forged
  expect(knock('127.0.0.1', { forwarded, 'x-real-ip': realIp }, ['127.0.0.1']).peer).toBe('127.0.0.1')
})

test('allows metrics from this machine and trusted proxies, with no other host in between', () => {
  const isInside = (...asked: Parameters<typeof knock>) => knock(...asked).isInside
  const from = (addresses: string) => ({ 'x-forwarded-for': addresses })
  expect(isInside('127.0.0.1', {})).toBe(true)
  expect(isInside('::1', {})).toBe(true)
  expect(isInside('10.0.0.9', {})).toBe(false)
  expect(isInside('10.0.0.9', {}, ['10.0.0.0/8'])).toBe(true)
  expect(isInside('::ffff:10.0.0.9', {}, ['10.0.0.0/8'])).toBe(true)
  // A proxy on this machine forwards strangers, trusted or not, whatever they write.
  for (const proxies of [[], ['127.0.0.1']]) {
    for (const peer of ['198.51.100.7', '127.0.0.1, 198.51.100.7', '198.51.100.7, 127.0.0.1', 'unknown', ''])
      expect(isInside('127.0.0.1', from(peer), proxies)).toBe(false)
    expect(isInside('127.0.0.1', { 'x-real-ip': '127.0.0.1' }, proxies)).toBe(false)
  }
  expect(isInside('127.0.0.1', from('127.0.0.1'))).toBe(false)
  expect(isInside('127.0.0.1', from('10.0.0.9'), ['127.0.0.1', '10.0.0.0/8'])).toBe(true)
})

const ourProxies = ['127.0.0.1', '10.0.0.0/8']
const inside = { host: 'desk:3000', 'x-forwarded-host': 'desk.test' }

test('takes the host from a trusted proxy if the whole chain is trusted', () => {
  expect(knock('127.0.0.1', inside, ourProxies).host).toBe('desk.test')
  for (const addresses of ['198.51.100.7', '198.51.100.7, 10.0.0.9', 'unknown, 10.0.0.9, 10.0.0.8'])
    expect(knock('127.0.0.1', { ...inside, 'x-forwarded-for': addresses }, ourProxies).host).toBe('desk.test')
  expect(knock('127.0.0.1', { ...inside, 'x-forwarded-host': ' Desk.Test ' }, ourProxies).host).toBe('desk.test')
  // Another host's name is not ours.
  expect(knock('127.0.0.1', { 'x-forwarded-host': 'evil.test' }, ourProxies).host).toBe('evil.test')
})

test('ignores a host from an untrusted proxy', () => {
  expect(knock('203.0.113.5', inside, ourProxies).host).toBe('desk:3000')
  expect(knock('127.0.0.1', inside).host).toBe('desk:3000')
  const throughAStranger = { ...inside, 'x-forwarded-for': '198.51.100.7, 203.0.113.5' }
  expect(knock('127.0.0.1', throughAStranger, ourProxies).host).toBe('desk:3000')
})

test.each(['desk.test, evil.test', 'desk.test,desk.test', 'desk.test evil.test', '', ' '])(
  'takes no host from a proxy that sends %j',
  (peer) => {
    expect(knock('127.0.0.1', { ...inside, 'x-forwarded-host': peer }, ourProxies).host).toBe('desk:3000')
  },
)

test('ignores the protocol of a proxy, and accepts no origin by its host', () => {
  const headers = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https', origin: 'https://evil.test' }
  for (const proxies of [[], ['127.0.0.1']]) expect(knock('127.0.0.1', headers, proxies).isSameOrigin).toBe(false)
})

test('treats the default port as equal to none, and no other port', () => {
  const hostOf = (host: string) => knock('203.0.113.5', { host }).host
  expect(hostOf('desk.test:443')).toBe('desk.test')
  expect(hostOf('Desk.Test:443')).toBe('desk.test')
  for (const other of ['desk.test:80', 'desk.test:8443', 'evil.test:443', 'desk.test:', 'desk.test:0443'])
    expect(hostOf(other)).toBe(other)
  const local = nodeRequestContext(['http://localhost', 'http://localhost:3000'])
  const localHost = (host: string) =>
    local(new Request('http://x/'), { incoming: { url: '/', headers: { host }, socket: {} } }).host
  expect(['localhost:80', 'localhost:443', 'localhost:3000'].map(localHost)).toEqual([
    'localhost',
    'localhost:443',
    'localhost:3000',
  ])
  const whole = { url: 'https://desk.test:443/api', headers: { host: 'desk.test:443' }, socket: {} }
  expect(context()(new Request('http://x/'), { incoming: whole }).host).toBe('desk.test')
  expect(context()(new Request('http://x/'), { incoming: { ...whole, url: 'https://evil.test/api' } }).host).toBe('')
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
])('Sec-Fetch-Site %s with the origin %s is our own page: %s', (site, origin, isSameOrigin) => {
  const headers = { ...(site && { 'sec-fetch-site': site }), ...(origin && { origin }) }
  expect(knock('127.0.0.1', headers)).toMatchObject({ isSameOrigin })
})

const none = addressMatcher([])
const ours = addressMatcher(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])

test.each([
  ['nobody is trusted', '203.0.113.5', '1.2.3.4', none, '203.0.113.5'],
  ['nobody is trusted, not even loopback', '127.0.0.1', '1.2.3.4', none, '127.0.0.1'],
  ['a stranger writes the header', '203.0.113.5', '1.2.3.4', ours, '203.0.113.5'],
  ['our proxy tells of a tablet', '127.0.0.1', '203.0.113.5', ours, '203.0.113.5'],
  ['our proxy on a socket for both versions', '::ffff:127.0.0.1', '::ffff:203.0.113.5', ours, '203.0.113.5'],
  ['a tablet forged what stands before', '127.0.0.1', '1.2.3.4, 203.0.113.5', ours, '203.0.113.5'],
  ['two proxies of ours', '127.0.0.1', '1.2.3.4, 203.0.113.5, 10.1.2.3', ours, '203.0.113.5'],
  ['a tablet forged one of our own', '127.0.0.1', '1.2.3.4, 10.9.9.9, 203.0.113.5', ours, '203.0.113.5'],
  ['what our proxy tells is no address', '127.0.0.1', 'unknown', ours, '127.0.0.1'],
  ['our proxy tells nothing', '127.0.0.1', undefined, ours, '127.0.0.1'],
  ['version 6', 'fd00::1', '2001:db8::7', ours, '2001:db8::7'],
  ['there is no connection', undefined, '1.2.3.4', ours, undefined],
])('finds the peer where %s', (_what, connection, header, isOurProxy, peer) => {
  expect(peerOf(connection, header, isOurProxy)).toBe(peer)
})
