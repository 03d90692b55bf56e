import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8')
const settings = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** Turns the unit for one of many shops into the unit for a single one. */
const ofOne = (text: string) =>
  settings(text)
    .filter((line) => line !== 'EnvironmentFile=-/etc/vendor-desk/chain.env')
    .map((line) => line.replaceAll('127.0.0.1:%i', '127.0.0.1:3000').replaceAll(/[-@/ ]%i(?=[./\n]|$)/g, ''))

test.each(['service', 'socket'])('hardens the %s of one shop of many as that of a single one', (kind) => {
  expect(ofOne(read(`vendor-desk@.${kind}`))).toEqual(settings(read(`vendor-desk.${kind}`)))
})

test('limits a container to the memory of a unit', () => {
  const [, ofUnit] = /^MemoryMax=(\d+G)$/m.exec(read('vendor-desk.service')) ?? []
  const [, ofCompose] = /^ *mem_limit: (\S+)$/m.exec(read('compose.yml')) ?? []
  expect(ofUnit).toBeDefined()
  expect(ofCompose?.toUpperCase()).toBe(ofUnit)
})

test('configures Caddy for many shops as for one', () => {
  const [many, one] = [read('compose.Caddyfile'), read('Caddyfile')].map((text) => text.replaceAll(/^\s*#.*\n/gm, ''))
  const parts = (text = '') => new Set(settings(text).map((line) => line.trim()))
  const differs = ['reverse_proxy 127.0.0.1:3000 {', 'desk.shop.example {']
  expect([...parts(one).difference(parts(many))].toSorted()).toEqual(differs.toSorted())
})
