import fc from 'fast-check'
import { afterAll, afterEach, vi } from 'vitest'

// Tests share a worker with the libraries (`isolate: false`), because starting a worker for each file takes as long as
// the tests. Each file imports our own modules again, so that no state leaks between files.
vi.resetModules()

// The same commit generates the same values; `npm run torture -- --seed NUMBER` changes them.
fc.configureGlobal({ seed: Number(process.env['TORTURE_SEED'] ?? 1) })

// A web server replaces these in its process.
const before = Object.getOwnPropertyDescriptors(globalThis)
afterAll(() => void Object.defineProperties(globalThis, { Request: before.Request, Response: before.Response }))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
