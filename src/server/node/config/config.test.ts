import { chmodSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { checkReach, readConfig } from './config.ts'
import { ConfigError, tokenFile } from './config-values.ts'
import { words } from '#testing/words.ts'

const folder = mkdtempSync(join(tmpdir(), 'desk-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const live = { VENDOR_BASE_URL: 'https://vendor.test', VENDOR_TOKEN: 'token-1' }

/** The error at the start with these settings. */
function complaint(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('The settings were taken.')
}

test('defaults to the practice store on loopback', () => {
  expect(readConfig({})).toEqual({
    vendor: undefined,
    host: '127.0.0.1',
    port: 3000,
    publicOrigin: undefined,
    trustProxy: [],
    responseWindowSeconds: 300,
    vendorReadsPerSecond: 20,
    otherDesks: [],
    otherDesksSecret: undefined,
    webhook: { mode: 'bearer', secret: undefined },
    database: { kind: 'file', file: './data/desk.db' },
    alerts: { calls: [], secret: undefined, allow: [] },
    logLevel: 'info',
    warnings: [],
  })
})

test('treats an empty setting as missing', () => {
  const empty = { PORT: '', RESPONSE_WINDOW_SECONDS: '', PUBLIC_ORIGIN: '', WEBHOOK_AUTH: '', WEBHOOK_SECRET: '' }
  expect(readConfig({ ...empty, DATABASE_URL: '', VENDOR_READS_PER_SECOND: '' })).toEqual(readConfig({}))
})

test.each([
  ['https://vendor.test', 'https://vendor.test'],
  ['https://vendor.test/', 'https://vendor.test'],
  ['https://vendor.test//', 'https://vendor.test'],
  ['HTTPS://Vendor.Test:443/shops/1/', 'https://vendor.test/shops/1'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
  ['https://203.0.113.7', 'https://203.0.113.7'],
  ['https://my_vendor.test.', 'https://my_vendor.test.'],
])('accepts VENDOR_BASE_URL=%s', (text, baseUrl) => {
  const { vendor } = readConfig({ ...live, VENDOR_BASE_URL: text })
  expect(vendor?.baseUrl).toBe(baseUrl)
  expect(vendor?.token()).toBe('token-1')
})

test.each([1, 20, 10_000])('accepts %i vendor requests a second', (count) => {
  expect(readConfig({ ...live, VENDOR_READS_PER_SECOND: String(count) }).vendorReadsPerSecond).toBe(count)
})

test.each([1, 9, 300, 86_400])('accepts a response window of %i s', (seconds) => {
  expect(readConfig({ ...live, RESPONSE_WINDOW_SECONDS: String(seconds) }).responseWindowSeconds).toBe(seconds)
})

test.each(['0', '-5', 'NaN', '0x100', '1e9'])('refuses the response window %j, and says which are allowed', (value) => {
  const message = 'RESPONSE_WINDOW_SECONDS: must be a whole number from 1 to 86400'
  expect(complaint({ ...live, RESPONSE_WINDOW_SECONDS: value })).toBe(message)
})

type Row = readonly [variable: string, value: string]

const bad: readonly Row[] = [
  ...[
    ...words`vendor.test /api ftp://vendor.test http://vendor.test http://localhost.evil.test http://10.0.0.1
    https://user:pass@vendor.test https://user@vendor.test https://vendor.test?key=value
    https://vendor.test? https://vendor.test/#part https://vendor.test#`,
    'https://vendor.test ',
    ' https://vendor.test',
    'https://vendor.test\n',
    ...words`https://vendor.test/api/developer/v1 https://vendor.test/api/developer/v1/
    https://vendor.test/api/developer https://vendör.test https://169.254.169.254
    https://[::ffff:169.254.169.254] https://[fe80::1]`,
    'https://vendor .test',
    'https://ven\tdor.test',
    'https://vendor.test\u0000',
    'https://2852039166',
    'https://{base_url}',
    'https://${HOST}',
    'https://*',
    'https://*.vendor.test',
    'https://vendor..test',
    'https://.',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ].map((value): Row => ['VENDOR_BASE_URL', value]),
  ...[
    ' ',
    'Bearer token-1',
    'bearer token-1',
    'to ken',
    'token\r\nX-A: 1',
    'token\n',
    'token\u0000',
    'tökén',
    'x'.repeat(8193),
  ].map((value): Row => ['VENDOR_TOKEN', value]),
  ...['-1', '65536', 'abc', '80abc', '8e3', '0x50', ' 80', '3000.5', '99999999999'].map((value): Row => [
    'PORT',
    value,
  ]),
  ...['0', '-5', '0.5', 'NaN', '5m', '1e9', '0x100', '300.5', '86401', '1000000000'].map((value): Row => [
    'RESPONSE_WINDOW_SECONDS',
    value,
  ]),
  ...['0', '-5', '0.5', '20.5', '20/s', '1e3', '0x14', ' 20', '10001'].map((value): Row => [
    'VENDOR_READS_PER_SECOND',
    value,
  ]),
  ...['0.0.0.0', '::', '192.168.1.5', 'desk.test', '127.0.0.1.evil.test', 'localhost.evil.test', 'fe80::1%eth0'].map(
    (value): Row => ['HOST', value],
  ),
  ...words`
    desk.test http://desk.test https://desk.test/ https://desk.test/path https://*.desk.test https://{desk}
    https://a.test,https://b.test https://desk.test?x https://user:pass@desk.test ftp://desk.test null *
  `.map((value): Row => ['PUBLIC_ORIGIN', value]),
  ...[
    'alerts.test',
    'mailto:somebody@shop.test',
    'ftp://alerts.test',
    'https://user:pass@alerts.test',
    'https://{alerts}/shop',
    'https://alerts.test,',
    'https://alerts.test,mailto:somebody@shop.test',
    'slack+ftp://alerts.test',
    Array.from({ length: 11 }, () => 'https://alerts.test').join(','),
  ].map((value): Row => ['ALERT_URL', value]),
  ...words`127.0.0.1/33 push.test 10.0.0.0/8, 0.0.0.0/0 fe80::1%eth0`.map((value): Row => ['OUTBOUND_ALLOW', value]),
  ...['verbose', 'INFO', 'none'].map((value): Row => ['LOG_LEVEL', value]),
  ...['digest', 'Bearer', 'bearer,hmac', 'none', 'HMAC-SHA256'].map((value): Row => ['WEBHOOK_AUTH', value]),
  ...[
    ...words`changeme secret x7Kq2mW9pR4vT8yB3nZ6cD1 changeme-changeme-changeme a-very-long-ChangeMe-secret
    please-change-me-to-something CHANGE_ME_CHANGE_ME_CHANGE_ME`,
    'x7Kq2mW9pR4vT8yB 3nZ6cD1fG5',
    'x7Kq2mW9pR4vT8yB3nZ6cD1fG5\n',
    'x7Kq2mW9pR4vT8yB3nZ6cD1fG5\u0000',
    'x7Kq2mW9pR4vT8yB3nZ6cD1fGö5',
  ].flatMap((value): Row[] => [
    ['WEBHOOK_SECRET', value],
    ['ALERT_SECRET', value],
    ['OTHER_DESKS_SECRET', value],
  ]),
  ...[
    ...words`desk.db ./data/desk.db sqlite:desk.db mysql://db.test/desk https://db.test/desk FILE:desk.db file:
    file:./data/ file:/`,
    ' file:desk.db',
    'file://elsewhere/desk.db',
    `file:${join(import.meta.dirname, '../../../../dist/desk.db')}`,
    ...words`file:dist/desk.db file:public/orders/desk.db file:./data/../dist-demo/desk.db mysql://desk@db.test/desk
    postgres:desk postgres:// postgres:///desk postgres://db.test postgres://db.test/ postgres://db.test/a/b
    postgres://db.test:99999/desk postgres://db.test/desk?schema= postgres://db.test/desk?schema=Shop
    postgres://db.test/desk?schema=a;drop postgres://db.test/desk?schema=pg_catalog`,
    `postgres://db.test/desk?schema=${'x'.repeat(49)}`,
    'postgres://db.test/desk?sslmode=prefer',
    'postgres://db.test/desk?statement_timeout=0',
    'postgres://db.test/desk#shop',
  ].map((value): Row => ['DATABASE_URL', value]),
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
  ['NODE_OPTIONS', '--max-old-space-size=512 --inspect=0.0.0.0'],
]

test.each(bad)('refuses %s=%j, and names it in one line without the value', (variable, value) => {
  const message = complaint({ ...live, [variable]: value })
  expect(message.startsWith(`${variable}: `)).toBe(true)
  expect(message).not.toContain('\n')
  // A value as short as `0` may occur in a sentence by chance.
  if (value.trim().length > 3) expect(message).not.toContain(value.trim())
})

test.each(['', undefined])('refuses a vendor without a token (%j)', (token) => {
  const { VENDOR_BASE_URL } = live
  expect(complaint({ VENDOR_BASE_URL, ...(token !== undefined && { VENDOR_TOKEN: token }) })).toMatch(/^VENDOR_TOKEN: /)
})

test('refuses a token without a vendor instead of starting the practice store', () => {
  expect(complaint({ VENDOR_TOKEN: 'token-1' })).toMatch(/^VENDOR_BASE_URL: /)
  expect(complaint({ VENDOR_TOKEN_FILE: '/nowhere' })).toMatch(/^VENDOR_BASE_URL: /)
  expect(complaint({ VENDOR_BASE_URL: '', VENDOR_TOKEN: 'token-1' })).toMatch(/^VENDOR_BASE_URL: /)
})

test('refuses a token together with a token file', () => {
  expect(complaint({ ...live, VENDOR_TOKEN_FILE: file('both', 'token-2') })).toMatch(/^VENDOR_TOKEN: /)
})

test('treats an empty token or token file as missing', () => {
  const path = file('filled', 'token-2')
  expect(readConfig({ ...live, VENDOR_TOKEN_FILE: '' }).vendor?.token()).toBe('token-1')
  expect(readConfig({ ...live, VENDOR_TOKEN: '', VENDOR_TOKEN_FILE: path }).vendor?.token()).toBe('token-2')
  expect(complaint({ ...live, VENDOR_TOKEN: '', VENDOR_TOKEN_FILE: '' })).toMatch(/^VENDOR_TOKEN: is missing/)
  // Blanks are no token, but may have been meant as one.
  expect(complaint({ ...live, VENDOR_TOKEN: ' ', VENDOR_TOKEN_FILE: path })).toMatch(/^VENDOR_TOKEN: is given/)
})

test('lets the system choose the port 0', () => {
  expect(readConfig({ PORT: '0' }).port).toBe(0)
})

test.each(['localhost', '127.0.0.1', '127.0.0.2', '::1'])('accepts HOST=%s', (host) => {
  expect(readConfig({ HOST: host }).host).toBe(host)
})

test.each(['0.0.0.0', '::', '192.168.1.5'])('accepts HOST=%s if staff open an https address', (host) => {
  expect(readConfig({ HOST: host, PUBLIC_ORIGIN: 'https://desk.test' }).host).toBe(host)
  expect(() => readConfig({ HOST: host, PUBLIC_ORIGIN: 'http://localhost:3000' })).toThrow(/^PUBLIC_ORIGIN: .*HOST/)
  expect(() => readConfig({ HOST: host })).toThrow(/^HOST: .*PUBLIC_ORIGIN/)
})

test('requires https for an inherited socket beyond loopback too', () => {
  expect(() => checkReach('LISTEN_FDS', '0.0.0.0', undefined)).toThrow(/^LISTEN_FDS: .*PUBLIC_ORIGIN/)
  expect(() => checkReach('LISTEN_FDS', '192.168.1.5', 'http://localhost:3000')).toThrow(/^PUBLIC_ORIGIN: .*LISTEN_FDS/)
  expect(() => checkReach('LISTEN_FDS', '127.0.0.1', undefined)).not.toThrow()
})

test('still refuses a name as HOST with an https address', () => {
  expect(() => readConfig({ HOST: 'desk.test', PUBLIC_ORIGIN: 'https://desk.test' })).toThrow(/^HOST: /)
})

test('reads the proxies of TRUST_PROXY', () => {
  expect(readConfig({}).trustProxy).toEqual([])
  expect(readConfig({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' }).trustProxy).toEqual(['127.0.0.1', '10.0.0.0/8'])
})

test.each(words`
  * true 0.0.0.0/0 ::/0 10.0.0.0/33 10.0.0.0/ 10.0.0.0/8/8 proxy.test 10.0.0.1,,10.0.0.2
`)('refuses TRUST_PROXY=%s', (list) => {
  expect(() => readConfig({ TRUST_PROXY: list })).toThrow(/^TRUST_PROXY: /)
})

test.each(['https://desk.test', 'https://desk.test:8443', 'http://localhost:3000'])(
  'accepts PUBLIC_ORIGIN=%s',
  (origin) => {
    expect(readConfig({ PUBLIC_ORIGIN: origin }).publicOrigin).toBe(origin)
  },
)

test.each(['bearer', 'basic', 'path', 'hmac'])('accepts WEBHOOK_AUTH=%s', (mode) => {
  expect(readConfig({ WEBHOOK_AUTH: mode }).webhook.mode).toBe(mode)
})

test.each(['x7Kq2mW9pR4vT8yB3nZ6cD1f', 'whsec_Zm9vYmFyLWJhei1xdXV4+/=', `${'x7Kq2mW9'.repeat(8)}`])(
  'accepts WEBHOOK_SECRET=%s',
  (secret) => {
    expect(readConfig({ WEBHOOK_SECRET: secret }).webhook.secret).toBe(secret)
  },
)

test.each([
  'an-example-of-a-webhook-secret',
  'secret-secret-secret-secret',
  'your-webhook-secret-here-1234',
  '123456789012345678901234',
  'aaaaaaaaaaaaaaaaaaaaaaaa',
  '123123123123123123123123',
])('accepts the weak secret %s, and a live server warns about it', (secret) => {
  const { webhook, warnings } = readConfig({ ...live, WEBHOOK_SECRET: secret })
  expect(webhook.secret).toBe(secret)
  expect(warnings).toEqual(['WEBHOOK_SECRET: is one that anybody would guess'])
})

test.each([
  ['file:./data/desk.db', './data/desk.db'],
  ['file:desk.db', 'desk.db'],
  ['file:/var/lib/desk/desk.db', '/var/lib/desk/desk.db'],
  ['file:///var/lib/desk/desk.db', '/var/lib/desk/desk.db'],
])('accepts DATABASE_URL=%s', (url, path) => {
  expect(readConfig({ DATABASE_URL: url }).database).toEqual({ kind: 'file', file: path })
})

test.each([
  ['postgres://desk:pw@db.test/shops', 'postgres://desk:pw@db.test/shops', 'vendor_desk', true],
  ['postgresql://db.test:5433/shops?schema=shop_7', 'postgresql://db.test:5433/shops', 'shop_7', true],
  ['postgres://127.0.0.1/shops', 'postgres://127.0.0.1/shops', 'vendor_desk', false],
  ['postgres://[::1]/shops?sslmode=disable', 'postgres://[::1]/shops?sslmode=disable', 'vendor_desk', false],
  ['postgres://db/s?sslmode=require&schema=a', 'postgres://db/s?sslmode=verify-full', 'a', false],
  ['postgres://db/s?sslmode=verify-full&schema=a', 'postgres://db/s?sslmode=verify-full', 'a', false],
])('accepts DATABASE_URL=%s', (url, address, schema, isInTheOpen) => {
  const live = { VENDOR_BASE_URL: 'https://vendor.test', VENDOR_TOKEN: 'x'.repeat(20), DATABASE_URL: url }
  const { database, warnings } = readConfig(live)
  expect(database).toEqual({ kind: 'postgres', url: address, schema, isInTheOpen })
  expect(warnings.filter((warning) => warning.startsWith('DATABASE_URL'))).toHaveLength(isInTheOpen ? 1 : 0)
  expect(warnings.join()).not.toContain('pw')
})

test('lets the practice store run under a debugger', () => {
  expect(readConfig({ NODE_OPTIONS: '--inspect' }).vendor).toBeUndefined()
})

test.each(['token-1', 'token-1\n', 'token-1\r\n'])('accepts a token file with %j', (text) => {
  const { VENDOR_BASE_URL } = live
  expect(readConfig({ VENDOR_BASE_URL, VENDOR_TOKEN_FILE: file('good', text) }).vendor?.token()).toBe('token-1')
})

test.each(['', '\n', '  ', 'Bearer token-1', 'token-1\n\ntoken-2', 'tökén', 'x'.repeat(8193)])(
  'refuses a token file with %j',
  (text) => {
    const { VENDOR_BASE_URL } = live
    expect(complaint({ VENDOR_BASE_URL, VENDOR_TOKEN_FILE: file('bad', text) })).toMatch(
      /^VENDOR_TOKEN_FILE: (is empty|is the token alone, without "Bearer"|is longer than 8 KiB|has characters that cannot stand in a header)$/,
    )
  },
)

test('refuses a token file that is missing or a folder, without its path', () => {
  const { VENDOR_BASE_URL } = live
  for (const path of [join(folder, 'missing'), folder]) {
    const message = complaint({ VENDOR_BASE_URL, VENDOR_TOKEN_FILE: path })
    expect(message).toMatch(/^VENDOR_TOKEN_FILE: /)
    expect(message).not.toContain(path)
  }
})

test('reads a changed token file again, and checks it once a second at most', () => {
  let now = 0
  const path = file('changing', 'token-1\n')
  const token = tokenFile(path, () => now)
  writeFileSync(path, 'token-22\n')
  now = 900
  expect(token()).toBe('token-1')
  now = 1100
  expect(token()).toBe('token-22')
})

test('notices a changed token file of the same length by its time', () => {
  let now = 0
  const path = file('same-length', 'token-1')
  const token = tokenFile(path, () => now)
  writeFileSync(path, 'token-2')
  utimesSync(path, new Date(), new Date(Date.now() + 5000))
  now = 1100
  expect(token()).toBe('token-2')
})

test('keeps the last valid token while the token file is missing or invalid', () => {
  let now = 0
  const path = file('replaced', 'token-1')
  const token = tokenFile(path, () => now)
  rmSync(path)
  now += 1100
  expect(token()).toBe('token-1')
  writeFileSync(path, '')
  now += 1100
  expect(token()).toBe('token-1')
  writeFileSync(path, 'token-new')
  now += 1100
  expect(token()).toBe('token-new')
})

test('does not read a token file that is no file or too large', () => {
  const { VENDOR_BASE_URL } = live
  expect(complaint({ VENDOR_BASE_URL, VENDOR_TOKEN_FILE: '/dev/zero' })).toBe('VENDOR_TOKEN_FILE: is no file')
  const large = file('large', '\n'.repeat(20_000))
  expect(complaint({ VENDOR_BASE_URL, VENDOR_TOKEN_FILE: large })).toBe('VENDOR_TOKEN_FILE: is longer than 8 KiB')
})

test.each([
  [0o600, []],
  [0o640, []],
  [0o644, ['VENDOR_TOKEN_FILE: can be read by every user of this machine']],
])('warns about a token file of mode %i if everybody can read it', (mode, warnings) => {
  const path = file('modes', 'token-1')
  chmodSync(path, mode)
  const { VENDOR_BASE_URL } = live
  const secret = { WEBHOOK_SECRET: 'x7Kq2mW9pR4vT8yB3nZ6cD1f' }
  expect(readConfig({ VENDOR_BASE_URL, VENDOR_TOKEN_FILE: path, ...secret }).warnings).toEqual(warnings)
})

test('warns about a live server without a webhook secret', () => {
  expect(readConfig(live).warnings).toEqual(['WEBHOOK_SECRET: is missing: every notification is refused'])
})

test.each([
  ['20.20.2', true],
  ['24.14.9', true],
  ['24.15.0', false],
  ['26.0.0', false],
])('refuses Node %s as too old: %s', (version, isOld) => {
  const start = () => readConfig({}, version)
  if (isOld) expect(start).toThrow('Node.js: must be 24.15 or later')
  else expect(start).not.toThrow()
})

test('refuses a link that would expose the database in the served folder', () => {
  const link = join(folder, 'link')
  symlinkSync(fileURLToPath(new URL('../../../../public', import.meta.url)), link)
  expect(() => readConfig({ DATABASE_URL: `file:${link}/desk.db` })).toThrow(/^DATABASE_URL: lies in a folder/)
})

test('reads one or several addresses for alerts, and what each of them takes', () => {
  const text = [
    'https://alerts.test/x',
    'http://10.0.0.7:8080/a?b=c',
    'https://hooks.slack.com/services/T/B/X',
    'https://discord.com/api/webhooks/1/x',
    'https://discord.com/other',
    'slack+https://chat.shop.test/hooks/1',
    'https://alerts.test/a,b?to=1,2',
  ]
  const { alerts } = readConfig({
    ALERT_URL: text.join(', '),
    ALERT_SECRET: 'x7Kq2mW9pR4vT8yB3nZ6cD1f',
    OUTBOUND_ALLOW: '127.0.0.1, 10.0.0.0/8',
  })
  expect(alerts.calls.map(({ takes }) => takes)).toEqual([
    'fields',
    'fields',
    'text',
    'text',
    'fields',
    'text',
    'fields',
  ])
  expect(alerts.calls.map(({ url }) => url)).toEqual(text.map((each) => each.replace('slack+', '')))
  expect(alerts).toMatchObject({ secret: 'x7Kq2mW9pR4vT8yB3nZ6cD1f', allow: ['127.0.0.1', '10.0.0.0/8'] })
})
