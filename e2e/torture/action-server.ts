import { serve } from '@hono/node-server'
import { createHash, randomBytes } from 'node:crypto'
import { systemClock } from '#contract/system-clock.ts'
import { createUpstream } from '#server/node/outbound/upstream.ts'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'
import { createAttemptHash } from '#server/node/hashes.ts'
import { createCookieJar } from '#server/auth/cookies.ts'
import { addPracticePeople, openPins } from '#server/auth/staff.ts'
import { createSessions } from '#server/auth/session.ts'
import { createDeskServer } from '#server/create-desk-server.ts'

// node e2e/torture/action-server.ts FILE VENDOR TOKEN: a desk on SQLite as the server runs it, without access control;
// prints its address when it is ready. Made to be killed.

const [file = '', vendorBaseUrl = '', token = ''] = process.argv.slice(2)
const store = await openSqliteStore({ file, clock: systemClock, log: () => {} })
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
const parts = { store, clock: systemClock, pins: openPins, randomBytes, sha256 }
if ((await store.people()).length === 0) await addPracticePeople(store, randomBytes)
const sessions = createSessions({ ...parts, isSecure: false, mode: 'live' })
const jar = createCookieJar(await sessions.admit('Counter', 'Sara'))

const proxy = createDeskServer({
  ...parts,
  subtle: crypto.subtle,
  token: () => token,
  sendToVendor: createUpstream(),
  sendToSelf: (request) => proxy.fetch(request),
  random: Math.random,
  digest: createAttemptHash(token),
  log: () => {},
  readRequestContext: () => ({ host: 'desk.test', isSameOrigin: true, cookie: jar.header(), keepCookie: jar.keep }),
  config: {
    mode: 'live',
    publicOrigin: 'http://desk.test',
    hosts: ['desk.test'],
    vendorBaseUrl,
    responseWindowSeconds: 86_400,
    webhook: { mode: 'bearer', secret: undefined },
  },
})
await proxy.open(new AbortController().signal)
serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => proxy.fetch(request) }, ({ port }) =>
  console.info(`http://127.0.0.1:${port}`),
)
