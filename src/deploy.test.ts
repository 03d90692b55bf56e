import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSummary } from '#contract/desk/shops.ts'
import { createTestProgram } from '#testing/api-keys.ts'
import { createTestDesk } from '#testing/desk.ts'

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

const ruleIn = (text: string, name: string) => new RegExp(`^ +- alert: ${name}\n(?: {8}.*\n)+`, 'm').exec(text)?.[0]

test('has three rules of alerts.yml to begin with', () => {
  const [few, all] = [read('prometheus/rules.yml'), read('alerts.yml')]
  const names = [...few.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  expect(names).toHaveLength(3)
  for (const name of names) expect(ruleIn(few, name)).toBe(ruleIn(all, name))
  const [, others] = /has these and (\d+) more/.exec(read('prometheus/README.md')) ?? []
  expect(all.match(/- alert: /g)).toHaveLength(names.length + Number(others))
})

test('names the job of Prometheus as the rules do', () => {
  const [, job] = /job_name: (\S+)/.exec(read('prometheus/prometheus.yml')) ?? []
  expect(read('alerts.yml')).toContain(`up{job="${job}"}`)
  expect(read('prometheus/prometheus.yml')).toContain('rule_files: [rules.yml]')
})

test('shows in Home Assistant what the desk says in its summary', async () => {
  const lamp = read('home-assistant/vendor_desk.yaml')
  expect(lamp).toContain(`resource: https://desk.shop.example${readSummary.path}\n`)
  const desk = createTestDesk()
  const { ask } = await createTestProgram(desk, { scopes: ['orders:read'] })
  const summary: unknown = await (await ask(readSummary.path)).json()
  const fields = [...lamp.matchAll(/value_json\.([\w.]+)/g)].map(([, path = '']) => path)
  expect(fields).toHaveLength(2)
  for (const path of fields) expect(summary).toHaveProperty(path, expect.any(Number))
})
