import { expect, test, vi } from 'vitest'
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
