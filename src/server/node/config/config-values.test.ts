import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { words } from '#testing/words.ts'

const read = (text: string | undefined) => readConfig({ OTHER_DESKS: text }).otherDesks

test('reads the servers of other shops in order', () => {
  expect(
    read('Karrada=https://karrada.example,المنصور = https://desk.example:8443/ , A=B=http://localhost:3001'),
  ).toEqual([
    { name: 'Karrada', url: 'https://karrada.example' },
    { name: 'المنصور', url: 'https://desk.example:8443' },
    { name: 'A=B', url: 'http://localhost:3001' },
  ])
  for (const nothing of [undefined, '', ' ']) expect(read(nothing)).toEqual([])
})

const desks = (count: number) => Array.from({ length: count }, (_, index) => `S${index}=https://s${index}.example`)

test('accepts 200 shops with names of 60 letters', () => {
  expect(read(desks(200).join(','))).toHaveLength(200)
  expect(read(`${'م'.repeat(60)}=https://a.example`)).toHaveLength(1)
})

test.each([
  desks(201).join(','),
  `${'x'.repeat(61)}=https://a.example`,
  ...words`https://a.example =https://a.example A= A=a.example A=https://{example} A=http://a.example
  A=http://10.0.0.1:3000 A=ftp://a.example A=javascript:alert(1) A=https://a.example/desk
  A=https://a.example?x A=https://a.example#x A=https://user:word@a.example A=https://a.example,
  A=https://a.example,,B=https://b.example A=https://a.example,B=https://a.example
  A=https://a.example,A=https://b.example`,
  'A\u0007=https://a.example',
  'A\u202E=https://a.example',
])('refuses OTHER_DESKS %s in one line without its value', (text) => {
  expect(() => read(text)).toThrow(/^OTHER_DESKS: (?:(?!example|alert|10\.0).)+$/)
})

test('warns about two servers whose addresses differ only in the port', () => {
  const warningsAt = (others: string) =>
    readConfig({
      VENDOR_BASE_URL: 'https://vendor.test',
      VENDOR_TOKEN: 'a-token-of-this-test',
      WEBHOOK_SECRET: 'x7Kq2mW9pR4vT8yB3nZ6cD1f',
      PUBLIC_ORIGIN: 'https://a.example',
      OTHER_DESKS: others,
    }).warnings
  expect(warningsAt('A=https://a.example,B=https://b.example')).toEqual([])
  for (const others of ['B=https://a.example:8443', 'B=https://b.example,C=https://b.example:8443'])
    expect(warningsAt(others)).toEqual([expect.stringMatching(/^OTHER_DESKS: two desks under one name/)])
})
