import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { shelfOf } from './shelves.ts'

const source = fileURLToPath(new URL('../../', import.meta.url))
const screens = [...readFileSync(join(source, 'web/app/routes.tsx'), 'utf8').matchAll(/import\('([^']+)'\)/g)]

/** A file and all that comes with it, without what it loads when it is wanted. */
function closureOf(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file) || !existsSync(file)) return known
  known.add(file)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/ from '([#.][^']+)'/g))
    closureOf(name.startsWith('#') ? join(source, name.slice(1)) : join(dirname(file), name), known)
  return known
}

const keys = new Set(Object.keys(en))

/** The keys that a file names; of those that it puts together, all that begin so. */
function saidIn(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  const named = [...text.matchAll(/'([\w.]+)'/g)].map(([, key = '']) => key).filter((key) => keys.has(key))
  const begun = [...text.matchAll(/`([\w.]+\.)\$\{/g)].flatMap(([, start = '']) =>
    [...keys].filter((key) => key.startsWith(start)),
  )
  return [...named, ...begun]
}

test('no screen says what is loaded later than its own words', () => {
  expect(screens.length).toBeGreaterThan(10)
  for (const [, name = ''] of screens) {
    const files = closureOf(join(source, name.startsWith('#') ? name.slice(1) : join('web/app', name)))
    const said = [...files].filter((file) => !file.includes('/i18n/')).flatMap(saidIn)
    expect(said.length, name).toBeGreaterThan(1)
    expect(
      said.filter((key) => shelfOf(key) === 'late'),
      name,
    ).toEqual([])
  }
})
