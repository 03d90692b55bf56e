import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const files = globSync(['*', '{src,e2e,deploy}/**'], { cwd: root }).map((file) => `/${file}`)

/** Whether a name is that of one file: neither an address, nor a pattern, nor an example of an import. */
const isFile = (name: string): boolean => !/^\/|\*|^\.\//.test(name)

test.each(['README.md', 'src/README.md', 'SECURITY.md', 'e2e/README.md', 'e2e/torture/README.md'])(
  '%s names only files that exist',
  (document) => {
    const text = readFileSync(new URL(document, root), 'utf8')
    const named = [...text.matchAll(/`([\w./*-]+\.(?:tsx?|json|css))`/g)].map(([, name = '']) => name).filter(isFile)
    expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([])
    expect(files.length).toBeGreaterThan(1000)
  },
)

test('e2e/README.md says what each browser test is for', () => {
  const text = readFileSync(new URL('e2e/README.md', root), 'utf8')
  const tests = globSync('*.e2e.ts', { cwd: new URL('e2e/', root) })
  expect(tests.filter((file) => !text.includes(`\`${file}\``))).toEqual([])
  expect(tests.length).toBeGreaterThan(40)
})
