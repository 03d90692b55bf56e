import { expect, onTestFinished, test, vi } from 'vitest'
import { QueryObserver } from '@tanstack/react-query'
import { Failure } from './failure.ts'
import { createQueryClient } from './query-client.ts'
import { sessionQuery } from '#web/api/session.ts'

/** A page whose session was read and whose other query fails. */
async function fail(queryKey: readonly string[], code: 'sign_in_required' | 'not_enrolled' | 'order_not_found') {
  const queries = createQueryClient()
  let reads = 0
  const session = { queryKey: sessionQuery().queryKey, queryFn: () => (reads += 1), staleTime: Infinity }
  onTestFinished(new QueryObserver(queries, session).subscribe(() => undefined))
  await expect.poll(() => reads).toBe(1)
  const failing = { queryKey, queryFn: () => Promise.reject(new Failure(code, 'No.')), retry: false }
  await expect(queries.fetchQuery(failing)).rejects.toThrow('No.')
  await new Promise((resolve) => setTimeout(resolve, 20))
  return reads
}

test.each([
  ['sign_in_required', 2],
  ['not_enrolled', 2],
  ['order_not_found', 1],
] as const)('after %s, reads the session again or not', async (code, reads) => {
  expect(await fail(['board'], code)).toBe(reads)
})

test('does not read the session again after its own failure', async () => {
  expect(await fail([...sessionQuery().queryKey, 'again'], 'not_enrolled')).toBe(1)
})

test('does not retry on a hidden page, where TanStack would pause the retry', async () => {
  vi.stubGlobal('document', { hidden: true, visibilityState: 'hidden' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const failing = { queryKey: ['board'], queryFn: () => Promise.reject(new Failure('no_contact', 'No answer.')) }
  const reading = createQueryClient().fetchQuery(failing)
  const late = new Promise((resolve) => setTimeout(() => resolve('late'), 1000))
  await expect(Promise.race([reading, late])).rejects.toThrow('No answer.')
})
