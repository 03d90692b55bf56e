import { expect, test } from 'vitest'
import { peerOf, readTrustProxy, trustedProxies } from './trust-proxy.ts'
import { words } from '#testing/words.ts'

test.each([
  [undefined, []],
  ['', []],
  ['127.0.0.1', ['127.0.0.1']],
  ['10.0.0.0/8, ::1 ,fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
])('reads TRUST_PROXY %j as %j', (given, ranges) => {
  expect(readTrustProxy(given)).toEqual(ranges)
})

test.each(words`
  true * proxy.test 10.0.0.0/33 10.0.0.0/-1 10.0.0.0/8/8 10.0.0.0/ 10.0.0.0/x 10.0.0/8 0.0.0.0/0 ::/0
  ::1/129 fe80::1%eth0 127.0.0.1, 127.0.0.1,,10.0.0.1 loopback
`)('refuses TRUST_PROXY %j without its value', (given) => {
  expect(() => readTrustProxy(given)).toThrow(/^TRUST_PROXY: is a list of addresses or ranges/)
  if (given.length > 3) expect(() => readTrustProxy(given)).not.toThrow(given)
})

const none = trustedProxies([])
const ours = trustedProxies(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])

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
