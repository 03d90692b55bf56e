import fc from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { afterAll, expect, test } from 'vitest'
import { runDesk } from '#server/node/command/desk-run.ts'
import { ConfigError } from '#server/node/config/config-values.ts'
import { readConfig } from '#server/node/config/config.ts'
import { hostileText } from '#testing/fuzz-texts.ts'

const folder = mkdtempSync(join(tmpdir(), 'desk-fuzz-node-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Some valid values for each variable, to be replaced by arbitrary ones. */
const variables = {
  VENDOR_BASE_URL: ['https://vendor.test', 'http://127.0.0.1:1'],
  VENDOR_TOKEN: ['token-1'],
  VENDOR_TOKEN_FILE: [join(folder, 'missing'), folder, '/dev/null'],
  HOST: ['127.0.0.1', '::1'],
  PORT: ['0', '3000'],
  PUBLIC_ORIGIN: ['https://desk.test'],
  TRUST_PROXY: ['10.0.0.0/8'],
  DATABASE_URL: ['file:./data/desk.db'],
  WEBHOOK_AUTH: ['bearer', 'hmac'],
  WEBHOOK_SECRET: ['x7Kq2mW9pR4vT8yB3nZ6cD1f'],
  RESPONSE_WINDOW_SECONDS: ['300'],
  VENDOR_READS_PER_SECOND: ['20'],
  ALERT_URL: ['https://alert.test/x', 'https://alert.test/x,slack+https://chat.test'],
  ALERT_SECRET: ['x7Kq2mW9pR4vT8yB3nZ6cD1f'],
  OTHER_DESKS_SECRET: ['x7Kq2mW9pR4vT8yB3nZ6cD1f'],
  OUTBOUND_ALLOW: ['127.0.0.1', '10.0.0.0/8'],
  LOG_LEVEL: ['info'],
  NODE_OPTIONS: ['--max-old-space-size=512'],
  NODE_TLS_REJECT_UNAUTHORIZED: ['1'],
} as const

const environment = fc.record(
  Object.fromEntries(
    Object.entries(variables).map(([name, good]) => [
      name,
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom<string[]>(...good) },
        { weight: 1, arbitrary: hostileText },
        {
          weight: 1,
          arbitrary: fc.tuple(fc.constantFrom<string[]>(...good), hostileText).map((some) => some.join('')),
        },
      ),
    ]),
  ),
  { requiredKeys: [] },
)

test('accepts any environment, or names the bad variable in one line without its value', () => {
  let refused = 0
  fc.assert(
    fc.property(environment, (env) => {
      try {
        readConfig(env)
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        refused += 1
        const name = /^([A-Z_]+): [\x20-\x7E]+$/.exec(error.message)?.[1] ?? ''
        expect(Object.keys(variables)).toContain(name)
        const value = env[name]?.trim() ?? ''
        // A short value, or a common word, may occur there by chance.
        if (value.length > 8 && !/^[a-z]+$/.test(value)) expect(error.message).not.toContain(value)
      }
    }),
    { numRuns: 5000 },
  )
  expect(refused).toBeGreaterThan(500)
})

const vocabulary =
  'enrol staff add list remove devices revoke log backup --json --manager --pin-stdin --order --csv --order=A1 Sara A1 --'
const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...vocabulary.split(' ')) },
  { weight: 1, arbitrary: hostileText },
)

test('runs, refuses or explains any command words', async () => {
  const codes = new Set<number>()
  const env = { VENDOR_BASE_URL: 'https://vendor.test', DATABASE_URL: `file:${join(folder, 'desk.db')}` }
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 5 }), hostileText, async (words, piped) => {
      // Copies go into our own folder, whatever the file is called.
      fc.pre(!words.includes('backup') || words.every((each) => !/[./\\]/.test(each)))
      const complaints: string[] = []
      const terminal = {
        out: () => undefined,
        complain: (line: string) => complaints.push(line),
        input: Readable.from([Buffer.from(piped.toWellFormed())]) as unknown as ReadStream, // A pipe is no terminal.
        prompts: { write: () => true },
      }
      const isBackup = words[0] === 'backup' && words[1] !== undefined
      const code = await runDesk(
        isBackup ? ['backup', join(folder, words[1] ?? ''), ...words.slice(2)] : words,
        env,
        terminal,
      )
      codes.add(code)
      expect([0, 1, 2]).toContain(code)
      if (code !== 0) expect(complaints).toHaveLength(1)
    }),
    { numRuns: 400 },
  )
  expect(codes).toEqual(new Set([0, 1, 2]))
}, 120_000)
