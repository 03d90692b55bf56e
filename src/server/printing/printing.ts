import type { Clock } from '#contract/clock.ts'
import type { Mode } from '#contract/desk/session.ts'
import type { Catalog } from '#server/catalog/catalog.ts'
import type { Subscribe } from '#server/events/bus.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { RandomBytes, Sha256 } from '#server/runtime/credentials.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import type { Store } from '#server/storage/store.ts'
import { createCheckJobs } from './check-jobs.ts'
import { createEscposPrinter, type ConnectPrinter } from './escpos-printer.ts'
import { createPollPrinters, type PollPrinters } from './poll-printers.ts'
import { createPrintJobs, type PrintJobs } from './print-jobs.ts'
import { createPrintRunner } from './print-runner.ts'
import { createDrawJob } from './print-tickets.ts'
import { createPrinterStates } from './printer-states.ts'
import type { DrawTicket } from './ticket.ts'

/** What printing needs from outside. */
export interface PrintingOutside {
  readonly draw: DrawTicket
  readonly connect: ConnectPrinter
  /** Whether a printer may be at this host: a name, or an address of a private network. */
  readonly allowsHost: (host: string) => boolean
}

export interface PrintingDeps {
  readonly outside: PrintingOutside
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly mode: Mode
  readonly randomBytes: RandomBytes
  readonly sha256: Sha256
  readonly subscribe: Subscribe
  readonly inbox: Pick<Inbox, 'open' | 'peek' | 'find'>
  readonly catalog: Pick<Catalog, 'matches'>
  readonly alarms: Alarms
  readonly cluster: Pick<Cluster, 'isPolling'>
  readonly onStoreFailure: (error: unknown) => void
}

export interface Printing {
  readonly jobs: PrintJobs
  readonly pollPrinters: PollPrinters
  readonly allowsHost: PrintingOutside['allowsHost']
  /** Looks for what is to be done at once. */
  readonly wake: () => void
  run(closing: AbortSignal): Promise<void>
  /** Resolves when no ticket is being sent. Never rejects. */
  idle(): Promise<void>
}

/** The shop's printers: jobs made of events, sent to printers by this server or fetched by them. */
export function createPrinting({ outside, subscribe, catalog, cluster, ...deps }: PrintingDeps): Printing {
  const { store, clock, log, alarms, onStoreFailure } = deps
  const matches = (order: unknown) => catalog.matches(order)
  let wake = () => undefined as void
  const jobs = createPrintJobs({ ...deps, matches, onDue: () => wake() })
  const states = createPrinterStates(store, clock, alarms)
  const drawJob = createDrawJob({ ...deps, matches, jobs, draw: outside.draw })
  const escpos = createEscposPrinter({ clock, connect: outside.connect })
  const warmUp = () => void outside.draw({ direction: 'ltr', blocks: [{ is: 'rule' }] }, 576).catch(() => undefined)
  const checkJobs = createCheckJobs({ ...deps, jobs })
  const runner = createPrintRunner({ ...deps, servers: cluster, jobs, states, checkJobs, escpos, drawJob, warmUp })
  wake = runner.wake
  // Exactly one server writes a change; what it leaves undone by a crash is found when printing starts.
  subscribe('order-saved', ({ record, previous }) => {
    const backAt = previous.lane === 'answer' ? previous.backAt : null
    void jobs.note(record, backAt).catch(onStoreFailure)
  })
  return {
    jobs,
    pollPrinters: createPollPrinters({ ...deps, jobs, states, drawJob, log }),
    allowsHost: outside.allowsHost,
    wake: runner.wake,
    run: runner.run,
    idle: runner.idle,
  }
}
