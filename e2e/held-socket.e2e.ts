import { expect, test } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import { holdSocket } from '#testing/held-socket.ts'
import { startDesk } from './desk-process.ts'

const server = fileURLToPath(new URL('../src/start.js', import.meta.url))

test('answers requests that waited in an inherited socket by the next desk', async () => {
  const { PATH, HOME } = process.env
  const socket = await holdSocket([process.execPath, server], { PATH, HOME })
  const ask = async () => {
    const address = `http://127.0.0.1:${socket.port}/api/desk/session`
    return (await fetch(address, { headers: { Connection: 'close' } })).status
  }
  // Twice, before any desk runs: no request is refused or told that the desk is starting.
  for (let desks = 0; desks < 2; desks += 1) {
    const asked = [ask(), ask()]
    const desk = await socket.start()
    expect(await Promise.all(asked)).toEqual([200, 200])
    process.kill(desk.pid, 'SIGTERM')
    expect(await desk.ended).toBe(0)
  }
  await socket.release()
  const logged = socket.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(logged.filter(({ event }) => event === 'listening').map(({ port }) => port)).toEqual([
    socket.port,
    socket.port,
  ])
})

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
