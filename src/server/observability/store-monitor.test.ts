import { expect, test } from 'vitest'
import { noMetrics } from '#server/runtime/metrics.ts'
import type { Store } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { createBreakableStore } from '#testing/desk.ts'
import { printerOf, printJobOf } from '#testing/printer-store-suite.ts'
import { monitorStore } from './store-monitor.ts'

const job = printJobOf('1')

test.each<readonly [string, boolean, (store: Store) => Promise<unknown>]>([
  ['a saved printer', true, (store) => store.savePrinter(printerOf('2'))],
  ['a removed printer', true, (store) => store.removePrinter('1')],
  ['the removal of an unknown printer', false, (store) => store.removePrinter('2')],
  ['an added print job', true, (store) => store.addPrintJobs([printJobOf('2')])],
  ['a print job that was there', false, (store) => store.addPrintJobs([job])],
  ['a saved print job', true, (store) => store.savePrintJob(job)],
  ['a print job that another server wrote', false, (store) => store.savePrintJob({ ...job, revision: 0 })],
])('after a refused write, %s proves that the store writes again: %s', async (_what, isProof, call) => {
  const breakable = createBreakableStore()
  await breakable.savePrinter(printerOf('1'))
  await breakable.addPrintJobs([job])
  const { store, works } = monitorStore(breakable, createTestClock(), noMetrics)
  breakable.isDown = true
  await expect(store.saveUnreadable({ receivedAt: 1, contentType: '', body: '' })).rejects.toThrow('full')
  breakable.isDown = false
  expect(await works()).toBe(false)
  await call(store)
  expect(await works()).toBe(isProof)
})
