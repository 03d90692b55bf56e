import { existsSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'

// Of `name.ts` and `name.tsx` in one folder, tsc checks only the first.
test('no file has the name of another one but for its ending', () => {
  const root = new URL('..', import.meta.url)
  const components = globSync('{src,e2e}/**/*.tsx', { cwd: root })
  expect(components).not.toEqual([])
  expect(components.filter((path) => existsSync(new URL(path.slice(0, -1), root)))).toEqual([])
})
