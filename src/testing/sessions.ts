import { randomBytes } from 'node:crypto'
import { createCookieJar } from '#server/auth/cookies.ts'
import { createSha256 } from '#server/runtime/credentials.ts'
import { addPerson, openPins } from '#server/auth/staff.ts'
import { createSessions, type SessionDeps } from '#server/auth/session.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { createTestClock, type TestClock } from './clock.ts'

/** Sessions with a store of their own, on a frozen clock. */
export function createTestSessions({
  clock = createTestClock(),
  ...options
}: Partial<SessionDeps> & { readonly clock?: TestClock } = {}) {
  const store = options.store ?? createMemoryStore()
  const verified: string[] = []
  const pins = {
    hash: openPins.hash,
    verify: async (pin: string, hash: string) => {
      verified.push(hash)
      return openPins.verify(pin, hash)
    },
  }
  const parts = {
    store,
    clock,
    randomBytes,
    sha256: createSha256(crypto.subtle),
    pins,
    isSecure: false,
    mode: 'live' as const,
    ...options,
  }
  const sessions = createSessions(parts)
  const add = (name: string, pin: string, isManager = false) => addPerson(parts, { name, pin, isManager })
  /** A named tablet with its cookie jar. */
  const tablet = async (name = 'Counter') => {
    const { code } = await sessions.createEnrolmentCode()
    const { who, cookies } = await sessions.enrol(code, name)
    return { device: who, jar: createCookieJar(cookies), cookies }
  }
  return { sessions, store, clock, verified, add, tablet }
}
