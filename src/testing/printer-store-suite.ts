import { expect, onTestFinished, test } from 'vitest'
import type { PrinterRecord, PrinterState, PrintJob } from '#domain/print-job.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { logEntryOf } from './action-store-suite.ts'

// The contract of every store for printers and their jobs.

export const printerOf = (id: string, printer: Partial<PrinterRecord> = {}): PrinterRecord => ({
  id,
  name: `Printer ${id}`,
  kind: 'cloudprnt',
  address: null,
  keyHash: `key of ${id}`,
  width: 80,
  prints: [{ what: 'kitchen', on: 'accept', copies: 2 }],
  languages: ['ar', 'en'],
  categoryIds: null,
  backupId: null,
  opensDrawer: false,
  setUpAt: 1000,
  state: { is: 'unknown', since: 1000, seenAt: null },
  ...printer,
})

export const printJobOf = (id: string, job: Partial<PrintJob> = {}): PrintJob => ({
  id,
  occasion: `occasion ${id}`,
  orderId: '1',
  number: '0042',
  printerId: 'p1',
  forPrinterId: 'p1',
  standsInFor: null,
  what: 'kitchen',
  bag: 1,
  bags: 1,
  sheet: 1,
  sheets: 1,
  copy: 1,
  state: 'queued',
  createdAt: 1000,
  dueAt: 1000,
  tries: 0,
  problem: null,
  revision: 1,
  ...job,
})

const ready: PrinterState = { is: 'ready', since: 2000, seenAt: 2500 }

/** Tests printers and jobs of a store; `create` makes a new, empty one. */
export function testPrinterStore(name: string, create: () => Promise<Store>): void {
  async function openStore(): Promise<Store> {
    const store = await create()
    onTestFinished(() => store.close())
    return store
  }

  const logged = async (store: Store) => (await store.readLog({ limit: 9 })).entries.map(({ what }) => what)
  const idsOf = (jobs: readonly PrintJob[]) => jobs.map(({ id }) => id)

  test(`${name}: lists printers by name, as they were written, and finds one by its key`, async () => {
    const store = await openStore()
    const kitchen = printerOf('1', { name: 'مطبخ', categoryIds: ['7'] })
    const bar = printerOf('2', { name: 'Bar', kind: 'escpos', address: '10.0.0.7:9100', keyHash: null, width: 58 })
    const given = structuredClone(kitchen)
    await store.savePrinter(given)
    Object.assign(given, { name: 'changed' })
    await store.savePrinter(bar)
    expect(await store.printers()).toEqual([bar, kitchen])
    expect(await store.findPrinterByKey('key of 1')).toEqual(kitchen)
    expect(await store.findPrinterByKey('KEY of 1')).toBeUndefined()
  })

  test(`${name}: overwrites a printer but for its state, and its state but for the rest`, async () => {
    const store = await openStore()
    await store.savePrinter(printerOf('1'))
    await store.savePrinterState('1', ready)
    const renamed = printerOf('1', { name: 'Grill', keyHash: 'new key' })
    await store.savePrinter(renamed)
    expect(await store.printers()).toEqual([{ ...renamed, state: ready }])
    expect(await store.findPrinterByKey('new key')).toMatchObject({ name: 'Grill' })
    expect(await store.findPrinterByKey('key of 1')).toBeUndefined()
    const out = { ...ready, is: 'paper_out' } as const
    await Promise.all([store.savePrinter(printerOf('1', { name: 'Bar' })), store.savePrinterState('1', out)])
    expect(await store.printers()).toEqual([printerOf('1', { name: 'Bar', state: out })])
  })

  test(`${name}: removes a printer once, and makes none of a state that comes later`, async () => {
    const store = await openStore()
    await store.savePrinter(printerOf('1'), logEntryOf({ what: 'add printer' }))
    const removed = [logEntryOf({ what: 'remove printer' }), logEntryOf({ what: 'not logged' })]
    expect(await store.removePrinter('1', removed[0])).toBe(true)
    expect(await store.removePrinter('1', removed[1])).toBe(false)
    await store.savePrinterState('1', ready)
    expect(await store.printers()).toEqual([])
    expect(await logged(store)).toEqual(['remove printer', 'add printer'])
  })

  test(`${name}: adds a job for each new occasion, and returns those it added in the given order`, async () => {
    const store = await openStore()
    expect(await store.addPrintJobs([])).toEqual([])
    const first = printJobOf('b', { orderId: null, number: 'Schön \u0000 \uD800 طلب', problem: 'paper_out' })
    expect(await store.addPrintJobs([first])).toEqual([first])
    const again = printJobOf('z', { occasion: first.occasion })
    const [late, early] = [printJobOf('y'), printJobOf('a')]
    const twice = printJobOf('x', { occasion: late.occasion })
    expect(await store.addPrintJobs([late, again, early, twice, first])).toEqual([late, early])
    expect(await store.findPrintJob('b')).toEqual(first)
    expect(await store.findPrintJob('z')).toBeUndefined()
    expect(idsOf(await store.latestPrintJobs(9))).toEqual(['y', 'b', 'a'])
  })

  test(`${name}: adds one of many simultaneous jobs of an occasion`, async () => {
    const store = await openStore()
    // At the first moment, connections to a database are still being opened.
    for (const moment of ['accept', 'ready']) {
      const occasions = Array.from({ length: 100 }, (_, number) => `${moment} ${number}`)
      const added = await Promise.all(
        Array.from({ length: 50 }, (_, server) => {
          const jobs = occasions.map((occasion) => printJobOf(`${occasion} of ${server}`, { occasion }))
          // In turned order two transactions could wait for each other.
          return store.addPrintJobs(server % 2 ? jobs.toReversed() : jobs)
        }),
      )
      expect(added.flat()).toHaveLength(occasions.length)
    }
    expect(await store.pendingPrintJobs()).toHaveLength(200)
  })

  test(`${name}: overwrites a job for one of many who read the same revision`, async () => {
    const store = await openStore()
    const job = printJobOf('1')
    await store.addPrintJobs([job])
    const saved = await Promise.all(
      Array.from({ length: 50 }, (_, tries) => store.savePrintJob({ ...job, state: 'sending', tries })),
    )
    const [winner, ...losers] = saved.filter((each) => each !== undefined)
    expect([winner?.revision, losers]).toEqual([2, []])
    expect(await store.findPrintJob('1')).toEqual(winner)
    expect(await store.savePrintJob({ ...job, state: 'printed' })).toBeUndefined()
    expect(await store.savePrintJob(printJobOf('unknown'))).toBeUndefined()
    expect(await store.findPrintJob('unknown')).toBeUndefined()
    const printed = { ...job, state: 'printed', revision: 2 } as const
    expect(await store.savePrintJob(printed)).toEqual({ ...printed, revision: 3 })
    expect(await store.pendingPrintJobs()).toEqual([])
  })

  test(`${name}: lists jobs that wait or are being sent, those of an order, and the newest`, async () => {
    const store = await openStore()
    const states = ['queued', 'printed', 'sending', 'failed', 'unknown', 'queued'] as const
    const jobs = states.map((state, index) =>
      printJobOf(`j${index}`, { state, createdAt: 1000 - index, orderId: String(index % 2) }),
    )
    await store.addPrintJobs([...jobs, printJobOf('test', { what: 'test', orderId: null, state: 'printed' })])
    expect(idsOf(await store.pendingPrintJobs())).toEqual(['j5', 'j2', 'j0'])
    expect(idsOf(await store.printJobsOf('1'))).toEqual(['j5', 'j3', 'j1'])
    expect(await store.printJobsOf('2')).toEqual([])
    expect(idsOf(await store.latestPrintJobs(3))).toEqual(['test', 'j0', 'j1'])
  })

  test(`${name}: lists the copies of one moment in their order`, async () => {
    const store = await openStore()
    const copies = [3, 1, 2].map((copy) => printJobOf(`${9 - copy}`, { occasion: `1 p1 accept kitchen ${copy}`, copy }))
    for (const copy of copies) await store.addPrintJobs([copy])
    expect((await store.pendingPrintJobs()).map(({ copy }) => copy)).toEqual([1, 2, 3])
  })

  test(`${name}: deletes old jobs, after which their occasions are free`, async () => {
    const store = await openStore()
    await store.addPrintJobs([199, 200].map((createdAt) => printJobOf(`at ${createdAt}`, { createdAt })))
    expect(await store.forgetPrintJobs(200)).toBe(1)
    expect(idsOf(await store.latestPrintJobs(9))).toEqual(['at 200'])
    expect(await store.addPrintJobs([printJobOf('at 199')])).toHaveLength(1)
  })

  test(`${name}: writes no printer and no job when it is closed`, async () => {
    const store = await create()
    await store.close()
    await expect(store.savePrinter(printerOf('1'))).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.addPrintJobs([printJobOf('1')])).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.savePrintJob(printJobOf('1'))).rejects.toBeInstanceOf(StoreUnavailable)
  })
}

/** Tests that printers and jobs outlast the process; `createPlace` returns a function that opens the store there. */
export function testLastingPrinters(name: string, createPlace: () => Promise<() => Promise<Store>>): void {
  test(`${name}: has its printers and jobs when it is opened again`, async () => {
    const open = await createPlace()
    const first = await open()
    await first.savePrinter(printerOf('1'))
    await first.savePrinterState('1', ready)
    await first.addPrintJobs([printJobOf('1')])
    await first.close()
    const second = await open()
    onTestFinished(() => second.close())
    expect(await second.printers()).toEqual([printerOf('1', { state: ready })])
    expect(await second.pendingPrintJobs()).toEqual([printJobOf('1')])
    expect(await second.addPrintJobs([printJobOf('2', { occasion: printJobOf('1').occasion })])).toEqual([])
  })
}
