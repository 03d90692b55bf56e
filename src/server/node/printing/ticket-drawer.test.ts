import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { Clock } from '#contract/clock.ts'
import { systemClock } from '#contract/system-clock.ts'
import { TimedOut } from '#server/runtime/tasks.ts'
import type { TicketPage } from '#server/printing/ticket.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTicketDrawer } from './ticket-drawer.ts'

const pageOf = (text: string): TicketPage => ({ direction: 'ltr', blocks: [{ is: 'text', text, size: 'normal' }] })

/** A drawer, or one with another script for its thread. */
function openDrawer({ clock = systemClock as Clock, script = undefined as string | undefined } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'drawer-'))
  const file = join(folder, 'worker.mjs')
  if (script !== undefined) writeFileSync(file, script)
  const drawer = createTicketDrawer(clock, script === undefined ? undefined : pathToFileURL(file))
  onTestFinished(async () => {
    await drawer.close()
    rmSync(folder, { recursive: true })
  })
  return drawer
}

/** A thread that answers with the first text of the page, unless that says otherwise. */
const answering = `
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', ({ call, given }) => {
    const { text } = given.page.blocks[0]
    if (text === 'die') process.exit(1)
    if (text === 'throw') throw new Error('planted')
    if (text === 'hang') for (;;);
    parentPort.postMessage({ answer: call, value: { height: threadId } })
  })`

const heightOf = async (drawn: Promise<{ readonly height: number }>) => (await drawn).height

test('draws tickets in the order of their calls, as wide as asked', async () => {
  const { draw } = openDrawer()
  const [one, other] = await Promise.all([draw(pageOf('one'), 384), draw(pageOf('two\ntwo'), 576)])
  expect([one.width, other.width]).toEqual([384, 576])
  expect(other.height).toBeGreaterThan(one.height)
  for (const { width, height, bits } of [one, other]) expect(bits).toHaveLength((width / 8) * height)
  expect(one.bits.some((byte) => byte !== 0)).toBe(true)
})

test('draws a ticket of any length', async () => {
  const { draw } = openDrawer()
  const text = Array.from({ length: 1500 }, (_, line) => String(line)).join('\n')
  const { height, bits } = await draw(pageOf(text), 384)
  expect(height).toBeGreaterThan(40_000)
  // The last line is there too.
  expect(bits.subarray(-48 * 60).some((byte) => byte !== 0)).toBe(true)
})

test.each(['die', 'throw'])('rejects a ticket that ends the thread (%s), and draws the next one', async (how) => {
  const { draw } = openDrawer({ script: answering })
  const first = await heightOf(draw(pageOf('fine'), 384))
  await expect(draw(pageOf(how), 384)).rejects.toThrow('The drawing thread is gone')
  expect(await heightOf(draw(pageOf('fine'), 384))).not.toBe(first)
})

test('gives a ticket up that takes longer than 5 s, and draws the next one in a new thread', async () => {
  const clock = createTestClock()
  const { draw } = openDrawer({ clock, script: answering })
  const first = await heightOf(draw(pageOf('fine'), 384))
  const hanging = draw(pageOf('hang'), 384)
  const next = draw(pageOf('fine'), 384)
  const failure = hanging.catch((error: unknown) => error)
  await clock.advance(5_000)
  expect(await failure).toBeInstanceOf(TimedOut)
  expect(await heightOf(next)).not.toBe(first)
})

test('draws nothing after it was closed', async () => {
  const drawer = openDrawer({ script: answering })
  await drawer.draw(pageOf('fine'), 384)
  const waiting = drawer.draw(pageOf('hang'), 384)
  const failure = waiting.catch(String)
  // The call begins in its turn.
  await Promise.resolve()
  await drawer.close()
  expect(await failure).toContain('The drawing thread is gone')
  await expect(drawer.draw(pageOf('fine'), 384)).rejects.toThrow('closed')
})
