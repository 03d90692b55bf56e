import { notesBy } from '#server/auth/auth-outcomes.ts'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'
import type { Store } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { notedOrigin, noteOrigin, noteRefusedStart } from './start-notes.ts'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, afterAll, expect, test } from 'vitest'

describe('refused start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'refused-start-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const minute = 60_000
  const port = 'PORT: must be a whole number from 0 to 65535'
  const token = 'VENDOR_TOKEN: is missing'

  /** A server that ran before, and is refused now. */
  async function closedDesk(name: string) {
    const file = join(folder, `${name}.db`)
    const clock = createTestClock()
    const onStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
      const store = await openSqliteStore({ file, clock, log: () => undefined, exclusive: false })
      try {
        return await work(store)
      } finally {
        await store.close()
      }
    }
    await onStore(async () => undefined)
    const env = { VENDOR_BASE_URL: 'https://vendor.test', DATABASE_URL: `file:${file}` }
    return {
      clock,
      refuse: (message: string) => noteRefusedStart(env, message, clock),
      /** Another client, on another server. */
      write: () => onStore((store) => store.appendLog(notesBy(clock, null)('make code'))),
      /** Newest first. */
      logged: async () =>
        (await onStore((store) => store.readLog({ limit: 9 }))).entries.map(({ what, about }) => about ?? what),
    }
  }

  test('logs a repeated failed start once, whoever writes in between', async () => {
    const desk = await closedDesk('again')
    for (let second = 0; second < 5; second += 1) {
      await desk.refuse(port)
      await desk.clock.advance(1000)
    }
    expect(await desk.logged()).toEqual([port])
    await desk.write()
    await desk.refuse(port)
    expect(await desk.logged()).toEqual(['make code', port])
  })

  test('logs another reason of the next failed start', async () => {
    const desk = await closedDesk('next')
    for (const message of [port, token, port, token]) await desk.refuse(message)
    expect(await desk.logged()).toEqual([token, port])
  })

  test('logs it again after an hour', async () => {
    const desk = await closedDesk('later')
    await desk.refuse(port)
    await desk.clock.advance(59 * minute)
    await desk.refuse(port)
    expect(await desk.logged()).toEqual([port])
    await desk.clock.advance(minute)
    await desk.refuse(port)
    expect(await desk.logged()).toEqual([port, port])
  })

  test('does not treat a row from before the clock was set back as recent', async () => {
    const desk = await closedDesk('set')
    await desk.refuse(port)
    desk.clock.set(-63 * minute)
    await desk.clock.advance(2 * minute)
    await desk.refuse(port)
    expect(await desk.logged()).toEqual([port, port])
  })
})

describe('noted origin', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noted-origin-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('ends even if the address file cannot be removed', () => {
    const file = join(folder, 'desk.db')
    const place = { kind: 'file', file } as const
    const takeBack = noteOrigin(place, 'http://localhost:45678')
    expect(notedOrigin(place)).toBe('http://localhost:45678')
    rmSync(`${file}.origin`)
    mkdirSync(`${file}.origin`)
    expect(takeBack).not.toThrow()
  })
})
