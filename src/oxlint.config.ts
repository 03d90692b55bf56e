import { readdirSync } from 'node:fs'
import { defineConfig, type OxlintConfig, type OxlintOverride } from 'oxlint'

// The architecture: each folder, the folders that it may import, and the libraries that it must not.

const node = ['node:*', '@hono/*', 'vite', 'vitest']
const hono = ['hono', 'hono/*']
const page = ['react', 'react-dom', 'react-dom/*', 'react-router', '@tanstack/*']
const msw = ['msw', 'msw/*']
const fullZod = ['zod']

interface Room {
  readonly room: string
  /** The other folders that it may import. */
  readonly may: readonly string[]
  /** Libraries that it must not import. */
  readonly not: readonly string[]
}

const onlyPage = [...node, ...hono, ...msw, ...fullZod]
const featureNames = readdirSync(new URL('web/features/', import.meta.url))
const pageRooms = ['contract', 'domain', 'web/i18n', 'web/components', 'web/api', 'web/format', 'web/tablet']

const rooms: readonly Room[] = [
  { room: 'contract', may: [], not: [...onlyPage, ...page] },
  { room: 'domain', may: ['contract'], not: [...onlyPage, ...page] },
  { room: 'web/i18n', may: ['contract', 'domain'], not: [...onlyPage, 'react-router', '@tanstack/*'] },
  { room: 'web/components', may: ['domain'], not: [...onlyPage, 'react-router', '@tanstack/*', 'zod/*'] },
  { room: 'web/api', may: ['contract', 'domain'], not: onlyPage },
  { room: 'web/tablet', may: ['contract', 'domain', 'web/i18n', 'web/api'], not: [...onlyPage, ...page] },
  { room: 'web/format', may: pageRooms, not: onlyPage },
  { room: 'web/manage', may: pageRooms, not: onlyPage },
  ...featureNames.map((name) => ({
    room: `web/features/${name}`,
    may: [...pageRooms, 'web/manage'],
    not: onlyPage,
  })),
  { room: 'web/app', may: [...pageRooms, 'web/manage', 'web/features'], not: onlyPage },
  { room: 'web/shell', may: [], not: [...onlyPage, ...page, 'zod/*'] },
  { room: 'server', may: ['contract', 'domain'], not: [...node, ...page, ...msw] },
  { room: 'simulator', may: ['contract', 'domain'], not: [...node, ...hono, ...page, ...msw] },
  { room: 'practice', may: ['contract', 'domain', 'server', 'simulator'], not: [...node, ...hono, ...page, ...msw] },
  { room: 'demo', may: ['contract', 'practice', 'server'], not: [...node, ...hono] },
]

/** The folders of the server: each may import those before it. Files in `server/` itself compose them. */
const serverRooms = [
  'runtime',
  'http',
  'vendor',
  'storage',
  'events',
  'auth',
  'api-keys',
  'open-api',
  'feed',
  'catalog',
  'orders',
  'notifications',
  'actions',
  'history',
  'reports',
  'observability',
  'printing',
  'rules',
  'alerts',
  'webhooks',
  'shops',
]

const unplaced = readdirSync(new URL('server/', import.meta.url), { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && entry.name !== 'node' && !serverRooms.includes(entry.name),
)
if (unplaced.length > 0) throw new Error(`serverRooms does not have ${unplaced.map(({ name }) => name).join(', ')}.`)

const up = { regex: String.raw`^\.\./`, message: 'Leave a room by its #name, so that the direction shows.' }
const tests = ['**/*.test.ts', '**/*.test.tsx']

type Pattern = { readonly regex: string; readonly message: string } | { readonly group: string[]; message?: string }

/** Forbids imports in some files. */
const forbid = (files: string[], patterns: readonly Pattern[], except: string[] = []): OxlintOverride => ({
  files,
  excludeFiles: except,
  rules: { 'no-restricted-imports': ['error', { patterns: [...patterns] }] },
})

/** Patterns that allow these folders again. */
const opened = (rooms: readonly string[]) => rooms.flatMap((name) => [`!#${name}`, `!#${name}/**`])

const walls = rooms.map(({ room, may, not }) => {
  const message = `${room} may import ${may.join(', ') || 'no other room'}.`
  const others = { group: ['#*', '#*/**', ...opened([...may, room])], message }
  return forbid([`${room}/**`], [up, others, { group: [...not] }], [...tests, '**/node/**'])
})

const serverWalls = serverRooms.map((name, place) => {
  const before = serverRooms.slice(0, place)
  const message = `server/${name} may import contract, domain and, of the server, ${before.join(', ') || 'no other room'}.`
  const own = opened([...before, name].map((room) => `server/${room}`))
  const others = { group: ['#*', '#*/**', ...opened(['contract', 'domain']), ...own], message }
  return forbid([`server/${name}/**`], [up, others, { group: [...node, ...page, ...msw] }], tests)
})

const notOfAPage = [...page, ...msw, '#web/**']
const onlyPlayed = ['#simulator/**', '#practice/**', '#demo/**', '#testing/**']

const doors = [
  forbid(['server/node/**', 'simulator/node/**', 'demo/node/**'], [{ group: notOfAPage }]),
  // Code that serves real orders imports no simulator.
  forbid(['server/node/**'], [{ group: [...notOfAPage, ...onlyPlayed] }], tests),
]

/** Time, randomness and I/O are injected. */
const handedIn = [
  'process',
  'Buffer',
  'fetch',
  'setTimeout',
  'setInterval',
  'performance',
  'crypto',
  'window',
  'document',
  'location',
]

/** Rules for all code, browser tests included. */
export const houseRules = {
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error' },
  rules: {
    eqeqeq: 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }],
    'no-console': 'error',
    'react/button-has-type': 'error',
    'react/exhaustive-deps': 'error',
    'react/rules-of-hooks': 'error',
    // The automatic runtime needs no import of React.
    'react/react-in-jsx-scope': 'off',
    // A live region that is empty at first is no <output>.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // A dialog's title and the undo button of a hold take the focus after a press.
    'jsx-a11y/no-autofocus': 'off',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/no-non-null-assertion': 'error',
    // Dependencies are objects of closures without `this`; spreading a text yields its characters on purpose.
    'typescript/unbound-method': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    // The second argument names the failed case of a table or property.
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/no-conditional-expect': 'off',
    'vitest/require-to-throw-message': 'off',
  },
} satisfies OxlintConfig

export default defineConfig({
  ...houseRules,
  overrides: [
    ...walls,
    ...serverWalls,
    ...doors,
    {
      files: ['contract/**', 'domain/**', 'server/**', 'simulator/**', 'practice/**'],
      excludeFiles: [...tests, '**/node/**', 'contract/clock.ts', 'contract/system-clock.ts'],
      rules: {
        'no-restricted-globals': ['error', ...handedIn],
        'no-restricted-properties': [
          'error',
          { object: 'Date', property: 'now' },
          { object: 'Math', property: 'random' },
        ],
      },
    },
    {
      files: ['web/**', 'demo/start.ts'],
      rules: { 'no-restricted-globals': ['error', 'process', 'Buffer'] },
    },
    {
      files: ['server.ts', 'web/app/failure-screen.tsx', 'simulator/node/**', 'build/**', 'demo/node/**'],
      rules: { 'no-console': 'off' },
    },
    { files: [...tests, 'testing/**'], rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' } },
    { files: ['web/i18n/{en,ar,fr}.ts'], rules: { 'max-lines': 'off' } },
    { files: ['**/*.config.ts'], rules: { 'import/no-default-export': 'off' } },
  ],
})
