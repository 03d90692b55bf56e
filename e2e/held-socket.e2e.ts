import { expect, test } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import { holdSocket } from '#testing/held-socket.ts'

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
  const said = socket.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(said.filter(({ event }) => event === 'listening').map(({ port }) => port)).toEqual([socket.port, socket.port])
})
