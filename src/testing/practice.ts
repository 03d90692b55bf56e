import { createPractice, type Practice, type PracticeDeps } from '#practice/practice.ts'
import { openRequestContext } from '#server/http/request-context.ts'
import { createTestClock } from './clock.ts'

export const practiceOrigin = 'http://shop.invalid'

/** A practice store in memory, on a frozen clock, with the given dependencies. */
export const createTestPractice = (parts: Partial<PracticeDeps> = {}): Practice =>
  createPractice({
    clock: createTestClock(),
    readRequestContext: openRequestContext,
    random: () => 0.5,
    digest: (text) => text,
    subtle: crypto.subtle,
    sha256: (text) => text,
    randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
    log: () => undefined,
    seed: 1,
    config: { mode: 'practice', publicOrigin: practiceOrigin, hosts: ['shop.invalid'], responseWindowSeconds: 300 },
    ...parts,
  })
