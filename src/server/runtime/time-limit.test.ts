import { expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { TimedOut, unlessLate, withTimeLimit } from './time-limit.ts'

test('returns a result in time, and never aborts its signal', async () => {
  const clock = createTestClock()
  let given: AbortSignal | undefined
  const result = withTimeLimit(clock, 100, async (signal) => {
    given = signal
    await clock.sleep(99)
    return 'there'
  })
  await clock.advance(99)
  expect(await result).toBe('there')
  await clock.advance(1000)
  expect(given?.aborted).toBe(false)
})

test('throws a failure in time', async () => {
  const failing = withTimeLimit(createTestClock(), 100, () => Promise.reject(new Error('refused')))
  await expect(failing).rejects.toThrow('refused')
})

test('does not wait for work that never ends', async () => {
  const clock = createTestClock()
  const error = withTimeLimit(clock, 100, () => new Promise(() => undefined)).catch((caught: unknown) => caught)
  await clock.advance(100)
  expect(await error).toBeInstanceOf(TimedOut)
})

test('returns late for optional work after the time is up, else its result', async () => {
  const clock = createTestClock()
  const late = unlessLate(clock, 100, () => new Promise(() => undefined))
  await clock.advance(100)
  expect(await late).toBe('late')
  expect(await unlessLate(clock, 100, () => Promise.resolve('there'))).toBe('there')
  await expect(unlessLate(clock, 100, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})

/** Aborted work with its own outcome. */
async function cutOff(onAbort: (resolve: (text: string) => void, reject: (error: Error) => void) => void) {
  const clock = createTestClock()
  const work = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => onAbort(resolve, reject))
    })
  const error = withTimeLimit(clock, 100, work).catch((caught: unknown) => caught)
  await clock.advance(100)
  return error
}

test('ignores a result after the time is up', async () => {
  expect(await cutOff((resolve) => resolve('there'))).toBeInstanceOf(TimedOut)
})

test('uses the progress that aborted work reports as the cause', async () => {
  const farAs = new Error('the head was there')
  expect(await cutOff((_resolve, reject) => reject(farAs))).toMatchObject({ cause: farAs })
  expect(await cutOff(() => undefined)).toMatchObject({ cause: undefined })
})
