import { expect, test } from '@playwright/test'
import { startDesk } from './desk-process.ts'

const secondsUntilThen = 2
/** An unhandled rejection outside all requests, in the desk's own thread. */
const bug = `
import { isMainThread } from 'node:worker_threads'
const make = () => void Promise.reject(new RangeError('words of a customer'))
if (isMainThread) setTimeout(make, ${secondsUntilThen * 1000})`

test('logs an unhandled rejection without its message, and goes on', async () => {
  const desk = await startDesk({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(bug)}` })
  await expect.poll(() => desk.output()).toContain('"event":"failed"')
  expect(desk.output()).toContain('RangeError')
  expect(desk.output()).not.toContain('words of a customer')
  expect((await fetch(`${desk.url}/healthz`)).status).toBe(200)
  await desk.stop()
})
