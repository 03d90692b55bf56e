import { expect, test } from 'vitest'
import type { Clock } from '#contract/clock.ts'
import { createTestClock } from '#testing/clock.ts'
import { conditionOf, printCommands } from './escpos.ts'
import { createEscposPrinter, type PrinterConnection } from './escpos-printer.ts'

const ready = { printer: 0x12, offline: 0x12, paper: 0x12 }

test.each([
  ['ready', ready],
  ['ready', { ...ready, printer: 0x16 }],
  ['cover_open', { ...ready, printer: 0x1a, offline: 0x16 }],
  ['paper_out', { ...ready, paper: 0x72 }],
  ['paper_out', { ...ready, printer: 0x1a, offline: 0x32 }],
  ['paper_low', { ...ready, paper: 0x1e }],
  ['error', { ...ready, printer: 0x1a, offline: 0x52 }],
  ['error', { ...ready, printer: 0x1a }],
] as const)('reads %s from the statuses %j', (condition, statuses) => {
  expect(conditionOf(statuses)).toBe(condition)
})

const imageOf = (bits: Uint8Array<ArrayBuffer>, width: number) => ({
  width,
  height: bits.length / (width / 8),
  bits,
  png: bits,
})

test('sends an image in one piece up to 2,048 rows, with feed and cut', () => {
  const commands = printCommands(imageOf(new Uint8Array(3000).fill(0xff), 8), false)
  expect([...commands.subarray(0, 11)]).toEqual([0x1b, 0x40, 0x1d, 0x76, 0x30, 0, 1, 0, 0, 8, 0xff])
  expect([...commands.subarray(10 + 2048, 10 + 2048 + 9)]).toEqual([0x1d, 0x76, 0x30, 0, 1, 0, 0xb8, 3, 0xff])
  expect([...commands.subarray(-4)]).toEqual([0x1d, 0x56, 66, 3])
  expect(commands).toHaveLength(2 + 8 + 2048 + 8 + 952 + 4)
})

test('sends no dots that a printer would carry out as a real-time command', () => {
  const dots = Uint8Array.of(0x10, 0x04, 0x01, 0x10, 0x14, 0x10, 0x05, 0x10, 0x10)
  const commands = printCommands(imageOf(dots, 72), false)
  expect([...commands.subarray(10, 19)]).toEqual([0x18, 0x04, 0x01, 0x18, 0x14, 0x18, 0x05, 0x10, 0x10])
})

/** A printer that answers requests as it is told; `unasked` bytes come before each answer. */
function connectTo({ confirms = true, unasked = [] as readonly number[], done = 0, paper = 0x12 }) {
  const answers: number[] = []
  let hasTicket = false
  const connection: PrinterConnection = {
    async write(bytes) {
      if (bytes.includes(0x76)) hasTicket = true
      else if (bytes[0] === 0x10) answers.push(...unasked, bytes[2] === 4 && hasTicket ? paper : 0x12)
      else if (bytes[1] === 0x72 && confirms) answers.push(...unasked, hasTicket ? done : 0)
      else answers.push(...unasked)
    },
    read: async (ms) => {
      const byte = answers.shift()
      if (byte === undefined && ms > 0) await clock.sleep(ms)
      return byte
    },
    close: () => undefined,
  }
  const clock = createTestClock()
  return { connection, clock }
}

async function printOn(options: Parameters<typeof connectTo>[0]) {
  const { connection, clock } = connectTo(options)
  const printer = createEscposPrinter({ clock: clock as Clock, connect: async () => connection })
  const commands = printCommands(imageOf(new Uint8Array(80), 8), false)
  const outcome = printer.print(
    'here:9100',
    commands,
    async () => true,
    () => undefined,
  )
  await clock.advance(200_000)
  return outcome
}

test.each([
  ['confirms the ticket', {}, { is: 'printed' }],
  ['has run out of paper with it', { done: 0x0c }, { is: 'unknown', problem: 'paper_out' }],
  ['sends its status unasked', { unasked: [0x10, 0x00, 0x00, 0x0f] }, { is: 'printed' }],
  ['does not know the request, and is well', { confirms: false }, { is: 'printed' }],
  [
    'does not know the request, and is out of paper',
    { confirms: false, paper: 0x72 },
    { is: 'unknown', problem: 'paper_out' },
  ],
  [
    'does not know the request, and sends its status unasked',
    { confirms: false, unasked: [0x10, 0x00, 0x00, 0x0f], paper: 0x72 },
    { is: 'unknown', problem: 'paper_out' },
  ],
] as const)('a printer that %s', async (_says, options, outcome) => {
  expect(await printOn(options)).toEqual(outcome)
})

test('does not believe a printer that has confirmed before and falls silent after the ticket', async () => {
  const { connection, clock } = connectTo({})
  let isSilent = false
  const silent: PrinterConnection = {
    ...connection,
    async write(bytes) {
      if (bytes.includes(0x76)) isSilent = true
      if (!isSilent) await connection.write(bytes)
    },
  }
  const printer = createEscposPrinter({ clock: clock as Clock, connect: async () => silent })
  const outcome = printer.print(
    'here:9100',
    printCommands(imageOf(new Uint8Array(80), 8), false),
    async () => true,
    () => undefined,
  )
  await clock.advance(200_000)
  expect(await outcome).toEqual({ is: 'unknown', problem: 'silent' })
})
