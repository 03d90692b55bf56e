import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type MessagePart, partOf } from './message-parts.ts'
import { en } from './en.ts'

const source = fileURLToPath(new URL('../../', import.meta.url))

/** A file and all that it imports, without what it loads later. */
function closureOf(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file) || !existsSync(file)) return known
  known.add(file)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/ from '([#.][^']+)'/g))
    closureOf(name.startsWith('#') ? join(source, name.slice(1)) : join(dirname(file), name), known)
  return known
}

const keys = Object.keys(en)

/** The keys that a file names; of those that it composes, all that start so. */
function keysIn(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  const named = [...text.matchAll(/'([\w.]+)'/g)].map(([, key = '']) => key)
  const starts = [...text.matchAll(/`([\w.]+\.)\$\{/g)].map(([, start = '']) => start)
  return keys.filter((key) => named.includes(key) || starts.some((start) => key.startsWith(start)))
}

const parts: readonly (readonly [entry: string, parts: readonly MessagePart[]])[] = [
  ['web/app/desk.tsx', ['board']],
  ['web/app/background.tsx', ['board', 'counter']],
  ['web/features/orders/order-screen.tsx', ['board', 'counter']],
  ['web/features/orders/takeover/new-order.tsx', ['board', 'counter']],
]

test.each(parts)('%s finds its messages in %s', (entry, loaded) => {
  const files = [...closureOf(join(source, entry))].filter((file) => !file.includes('/i18n/'))
  const used = new Set(files.flatMap(keysIn))
  expect(used.size).toBeGreaterThan(20)
  expect([...used].filter((key) => !loaded.includes(partOf(key)))).toEqual([])
})
