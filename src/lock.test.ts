import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lockProblems, type Lock } from '#testing/lock-problems.ts'

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>> // As npm writes it.
const lock = JSON.parse(read('package-lock.json')) as Lock // As npm writes it.

test('installs fixed versions with hashes and without install scripts', () => {
  expect(lockProblems(manifest, lock)).toEqual([])
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100)
  const settings = read('.npmrc').split('\n')
  for (const line of ['ignore-scripts=true', 'save-exact=true', 'omit-lockfile-registry-resolved=true'])
    expect(settings).toContain(line)
})

test('installs by the lockfile alone', () => {
  for (const name of ['.ci/run', 'README.md', 'package.json']) expect(read(name)).not.toMatch(/npm (?:i|install|add)\b/)
})

test('runs the server on twelve packages and the dependencies of the PostgreSQL, metrics and push clients', () => {
  const chosen = [
    '@fontsource/noto-sans',
    '@fontsource/noto-sans-arabic',
    '@hono/node-server',
    '@napi-rs/canvas',
    'hono',
    'kysely',
    'pg',
    'prom-client',
    'qr',
    'undici',
    'web-push',
    'zod',
  ]
  expect(Object.keys(manifest['dependencies'] ?? {})).toEqual(chosen)
  const installed = Object.entries(lock.packages).filter(
    ([path, locked]) => path !== '' && !('dev' in locked) && !('optional' in locked) && !('devOptional' in locked),
  )
  const ofOthers = /^(?:pg-|pgpass$|postgres-|split2$|xtend$|@opentelemetry\/api$|tdigest$|bintrees$)/
  // web-push signs by jws and asn1.js, and has a proxy that is not used here.
  const ofPush =
    /^(?:agent-base|asn1\.js|bn\.js|buffer-equal-constant-time|debug|ecdsa-sig-formatter|http_ece|https-proxy-agent|inherits|jw[as]|minimalistic-assert|minimist|ms|safer?-buffer)$/
  const names = installed.map(([path]) => path.replace('node_modules/', ''))
  expect(names.filter((name) => !ofOthers.test(name) && !ofPush.test(name))).toEqual(chosen)
  expect(names.length).toBeLessThanOrEqual(43)
})

test('has these direct dependencies only, so that another one must be justified', () => {
  const direct = ['dependencies', 'devDependencies', 'optionalDependencies'].map(
    (kind) => Object.keys(manifest[kind] ?? {}).length,
  )
  const [production = 0, development = 0, platforms = 0] = direct
  expect(production).toBeLessThanOrEqual(12)
  expect(development).toBeLessThanOrEqual(33)
  expect(platforms).toBeLessThanOrEqual(3)
})

const sound = { version: '1.0.0', integrity: `sha512-${'x'.repeat(86)}==` }
const packageOf = (more: object) =>
  lockProblems({}, { lockfileVersion: 3, packages: { 'node_modules/a': { ...sound, ...more } } })

test.each([
  ['an invalid version', { version: 'git+https://example.test/a.git' }],
  ['no version', { version: undefined }],
  ['no hash', { integrity: undefined }],
  ['a weak hash', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
  ['another registry', { resolved: 'http://registry.test/a.tgz' }],
  ['a script', { hasInstallScript: true }],
  ['an optional package that is not locked', { optionalDependencies: { b: '1.0.0' } }],
])('reports %s as a problem', (_says, more) => {
  expect(packageOf({})).toEqual([])
  expect(packageOf(more)).toHaveLength(1)
})

test.each(['^1.0.0', '~1.0.0', '1', '*', 'latest', '>=1.0.0', 'npm:b@1.0.0', 'github:a/a', 'file:../a'])(
  'reports the version %s as floating',
  (version) => {
    const dependencies = { a: version }
    const packages = { '': { dependencies }, 'node_modules/a': sound }
    expect(lockProblems({ dependencies }, { lockfileVersion: 3, packages })).toHaveLength(1)
  },
)

test('reports a package that is not locked, or locked as another one', () => {
  const dependencies = { a: '1.0.0' }
  const packages = { '': { dependencies } }
  expect(lockProblems({ dependencies }, { lockfileVersion: 3, packages })).toEqual(['a is not locked.'])
  const other = { '': { dependencies: { a: '1.0.1' } }, 'node_modules/a': sound }
  expect(lockProblems({ dependencies }, { lockfileVersion: 3, packages: other })).toHaveLength(1)
})

test('finds an optional package further out, as Node does', () => {
  const packages = {
    'node_modules/a': sound,
    'node_modules/a/node_modules/b': { ...sound, optionalDependencies: { c: '1.0.0' } },
    'node_modules/c': sound,
  }
  expect(lockProblems({}, { lockfileVersion: 3, packages })).toEqual([])
})
