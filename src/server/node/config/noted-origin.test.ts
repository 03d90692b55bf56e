import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { notedOrigin, noteOrigin } from './noted-origin.ts'

const folder = mkdtempSync(join(tmpdir(), 'noted-origin-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('ends even if the address file cannot be removed', () => {
  const file = join(folder, 'desk.db')
  const place = { kind: 'file', file } as const
  const takeBack = noteOrigin(place, 'http://localhost:45678')
  expect(notedOrigin(place)).toBe('http://localhost:45678')
  rmSync(`${file}.origin`)
  mkdirSync(`${file}.origin`)
  expect(takeBack).not.toThrow()
})
