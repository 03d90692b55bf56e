import { expect, test, vi } from 'vitest'
import type { FailureCode } from './failure.ts'

type State = 'ok' | 'lost' | 'vendor' | 'token'

/** A failure code that leads to each state. */
const before: Readonly<Record<State, FailureCode | undefined>> = {
  ok: undefined,
  lost: 'no_contact',
  vendor: 'vendor_timeout',
  token: 'vendor_auth_failed',
}

// A success of the desk's own API ends a lost connection, but not a failure of the vendor.
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
] as const)('in state %s, outcome %s (from the vendor: %s) leads to %s', async (state, code, isOfVendor, means) => {
  vi.resetModules()
  const { connectionStatus, noteCallOutcome } = await import('./connection-status.ts')
  noteCallOutcome(before[state], true)
  expect(connectionStatus.read().state).toBe(state)
  noteCallOutcome(code, isOfVendor)
  expect(connectionStatus.read().state).toBe(means)
})
