import { expect, test, vi } from 'vitest'
import type { FailureCode } from './failure.ts'

type State = 'ok' | 'lost' | 'vendor' | 'token'

/** What the last call had told, and how to bring that about. */
const before: Readonly<Record<State, FailureCode | undefined>> = {
  ok: undefined,
  lost: 'no_contact',
  vendor: 'vendor_timeout',
  token: 'vendor_auth_failed',
}

// What the desk says by itself tells nothing of the vendor; only that there is contact again.
test.each([
  ['vendor', 'already_answered', false, 'vendor'],
  ['token', 'sign_in_required', false, 'token'],
  ['token', undefined, false, 'token'],
  ['lost', 'order_not_found', false, 'ok'],
  ['lost', undefined, false, 'ok'],
  ['vendor', undefined, true, 'ok'],
  ['vendor', 'vendor_refused', true, 'ok'],
  ['ok', 'vendor_busy', false, 'vendor'],
  ['vendor', 'offline', false, 'lost'],
  ['token', 'vendor_unreadable', true, 'vendor'],
] as const)('after %s, %s (of the vendor: %s) means %s', async (state, code, isOfVendor, means) => {
  vi.resetModules()
  const { connectionStatus, noteCallOutcome } = await import('./connection-status.ts')
  noteCallOutcome(before[state], true)
  expect(connectionStatus.read().state).toBe(state)
  noteCallOutcome(code, isOfVendor)
  expect(connectionStatus.read().state).toBe(means)
})
