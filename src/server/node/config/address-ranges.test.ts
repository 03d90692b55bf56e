import { expect, test } from 'vitest'
import { readRanges } from './address-ranges.ts'

test.each([
  [undefined, []],
  ['', []],
  ['127.0.0.1', ['127.0.0.1']],
  ['10.0.0.0/8, ::1 ,fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
])('reads %j as %j', (given, ranges) => {
  expect(readRanges('TRUST_PROXY', given)).toEqual(ranges)
})

test.each([
  'true',
  '*',
  'proxy.test',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  '10.0.0.0/x',
  '10.0.0/8',
  '0.0.0.0/0',
  '::/0',
  '::1/129',
  'fe80::1%eth0',
  '127.0.0.1,',
  '127.0.0.1,,10.0.0.1',
  'loopback',
])('refuses %j, by the name of the variable and without its value', (given) => {
  expect(() => readRanges('TRUST_PROXY', given)).toThrow(/^TRUST_PROXY: is a list of addresses or ranges/)
  if (given.length > 3) expect(() => readRanges('TRUST_PROXY', given)).not.toThrow(given)
})
