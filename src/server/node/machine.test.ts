import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, test, vi } from 'vitest'
import { practicePeople } from '#contract/desk/people.ts'
import { createLog, logLine } from './machine.ts'

test.each([
  'a\nb',
  '\r\n{"event":"listening"}',
  '"}\n{"event":"x',
  'a\u2028b\u2029c',
  '\u0085\u000B\u000C\u0000',
  '\u001B[2J\u001B]0;title\u0007',
  '\u009B31m\u007F',
  '\u202Eabc\u2066\u200F\u061C\uFEFF',
  '\uD800',
  'طلب 😀',
])('writes %j in a field as one line without misleading characters, and reads it back', (text) => {
  const line = logLine({ event: 'x', [text]: text, nested: [{ text }] })
  expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u)
  expect(JSON.parse(line)).toEqual({ event: 'x', [text]: text, nested: [{ text }] })
})

/** The lines that a log of this level writes. */
function written(say: (log: ReturnType<typeof createLog>) => void, least: Parameters<typeof createLog>[0]) {
  const out: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0)
  say(createLog(least))
  write.mockRestore()
  return out.join('').split('\n')
}

test('writes each entry as one JSON line with its level and time', () => {
  const [line = '', ...rest] = written((log) => log('action', { order_id: '1', ms: 5 }), 'info')
  expect(rest).toEqual([''])
  expect(JSON.parse(line)).toEqual({
    event: 'action',
    level: 'info',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    order_id: '1',
    ms: 5,
  })
})

test('omits lower levels, except for where it listens and problems of its settings', () => {
  const lines = written((log) => {
    log('action')
    log('store_on_network', {}, 'warn')
    log('configuration', {}, 'warn')
    log('failed', {}, 'error')
    log('listening')
  }, 'error')
  expect(lines.filter(Boolean).map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
    'configuration',
    'failed',
    'listening',
  ])
})

/** What a person reads of this log on a terminal. */
function onTerminal(say: (log: ReturnType<typeof createLog>) => void, least: Parameters<typeof createLog>[0] = 'info') {
  const terminal = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true })
  say(createLog(least, terminal))
  return stripVTControlCharacters(String(terminal.read() ?? ''))
}

test('says on a terminal where to open the practice store, as whom to sign in, and how to stop it', () => {
  const url = 'http://localhost:3000'
  const words = onTerminal((log) => log('listening', { url, port: 3000, mode: 'practice' }), 'error')
  expect(words).toContain('practice store')
  expect(words).toMatch(/^ +Open +http:\/\/localhost:3000$/m)
  for (const { name, pin } of practicePeople) expect(words).toContain(`${name}, PIN ${pin}`)
  expect(words).toMatch(/^ +Stop +Ctrl\+C$/m)
  expect(words).not.toContain('{')
})

test('says on a terminal where to open a live desk, without practice people', () => {
  const words = onTerminal((log) => log('listening', { url: 'https://desk.test', port: 3000, mode: 'live' }))
  expect(words).toMatch(/^ +Open +https:\/\/desk\.test$/m)
  expect(words).toContain('npm run -s desk -- --help')
  expect(words).not.toMatch(/PIN|practice/)
})

test('writes each entry on a terminal as one line of words, without JSON and without misleading characters', () => {
  const words = onTerminal((log) => {
    log('webhook', { result: 'stored', bytes: 203 })
    log('configuration', { message: 'WEBHOOK_SECRET: is missing' }, 'warn')
    log('alert_failed', { reason: 'a\n\u001B[2J\u009B1m' }, 'error')
    log('catalog_gathered', {}, 'debug')
  })
  expect(words.split('\n')).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d {2}webhook {2}result=stored {2}bytes=203$/),
    'Warning  WEBHOOK_SECRET: is missing',
    expect.stringMatching(/^[\d:]{8} {2}alert failed {2}reason="a\\n\\u001b\[2J\\u009b1m"$/),
    '',
  ])
})
