import { expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { TimedOut, unlessLate, withTimeLimit } from './time-limit.ts'

test('what is in time is what came of it, and its signal never aborts', async () => {
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

test('what fails in time is that failure', async () => {
  const failing = withTimeLimit(createTestClock(), 100, () => Promise.reject(new Error('refused')))
  await expect(failing).rejects.toThrow('refused')
})

test('who never ends is not waited for', async () => {
  const clock = createTestClock()
  const error = withTimeLimit(clock, 100, () => new Promise(() => undefined)).catch((caught: unknown) => caught)
  await clock.advance(100)
  expect(await error).toBeInstanceOf(TimedOut)
})

test('what one can do without is late once the time is up, and else what came of it', async () => {
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

test('a result that comes once it is cut off is too late', async () => {
  expect(await cutOff((resolve) => resolve('there'))).toBeInstanceOf(TimedOut)
})

test('what it says of how far it had come is the cause', async () => {
  const farAs = new Error('the head was there')
  expect(await cutOff((_resolve, reject) => reject(farAs))).toMatchObject({ cause: farAs })
  expect(await cutOff(() => undefined)).toMatchObject({ cause: undefined })
})
