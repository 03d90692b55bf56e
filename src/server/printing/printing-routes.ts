import type { Context, Handler } from 'hono'
import type { Clock } from '#contract/clock.ts'
import { printing as endpoints, ticketKinds, type Printer, type PrintJob as ShownJob } from '#contract/desk/printers.ts'
import { isRecord } from '#contract/json.ts'
import { foldName } from '#domain/people.ts'
import type { PrinterRecord, PrintJob } from '#domain/print-job.ts'
import { notesBy } from '#server/auth/auth-outcomes.ts'
import { actingOnly, whoActs, type Gate } from '#server/auth/require-sign-in.ts'
import { answer, HttpError } from '#server/http/http-error.ts'
import { jsonBody, sameOriginOnly, type At, type Guarded } from '#server/http/guard.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import { orderIdIn } from '#server/orders/order-id.ts'
import { newId, newPrinterKey, type RandomBytes, type Sha256 } from '#server/runtime/credentials.ts'
import type { Store } from '#server/storage/store.ts'
import { occasionAgain, type PrintJobs } from './print-jobs.ts'
import { badPrinter, readPrinter, type PrinterSettings } from './printer-input.ts'

export interface PrintingRouteDeps {
  readonly gate: Gate
  readonly store: Store
  readonly clock: Clock
  readonly inbox: Pick<Inbox, 'find' | 'mark'>
  readonly randomBytes: RandomBytes
  readonly sha256: Sha256
  readonly jobs: PrintJobs
  /** Whether a printer may be at this host: a name, or an address of a private network. */
  readonly allowsHost: (host: string) => boolean
  /** Called when a printer was added or changed. */
  readonly onChange: () => void
  readonly config: { readonly publicOrigin: string }
}

const printersAtMost = 40
const bagsAtMost = 20
const shownJobs = 100
const pollPaths = { cloudprnt: '/print/cloudprnt/', epson: '/print/epson/' } as const

const iso = (at: number): string => new Date(at).toISOString()
const noSuchPrinter = () => new HttpError(404, 'not_found', 'There is no such printer.')

/** Routes for the printers and their jobs. */
export function printingRoutes(at: At, deps: PrintingRouteDeps): void {
  printerRoutes(at, deps)
  jobRoutes(at, deps)
}

async function findPrinter({ store }: Pick<PrintingRouteDeps, 'store'>, id: unknown): Promise<PrinterRecord> {
  const printer = (await store.printers()).find((each) => each.id === id)
  if (!printer) throw noSuchPrinter()
  return printer
}

function printerRoutes(at: At, deps: PrintingRouteDeps): void {
  const { gate, store, clock, randomBytes, sha256, jobs, allowsHost, onChange, config } = deps
  const changing = [sameOriginOnly, jsonBody, gate.managerOnly]

  /** Refuses a name that another printer has, and a back-up that is none. */
  async function check(settings: PrinterSettings, id: string, before?: PrinterRecord): Promise<void> {
    const others = (await store.printers()).filter((each) => each.id !== id)
    if (others.some(({ name }) => foldName(name) === foldName(settings.name)))
      throw new HttpError(409, 'name_taken', 'Another printer has that name.')
    if (
      settings.backupId !== null &&
      settings.backupId !== before?.backupId &&
      !others.some((each) => each.id === settings.backupId)
    )
      throw badPrinter('The back-up is not another printer of this shop.')
    if (others.length >= printersAtMost) throw badPrinter(`A shop has at most ${printersAtMost} printers.`)
  }

  const list: Handler<Guarded> = async () => answer(200, { data: (await store.printers()).map(shownPrinter) })

  const add: Handler<Guarded> = async (c) => {
    const settings = readPrinter(c.var.body(), undefined, allowsHost)
    const id = newId(randomBytes)
    await check(settings, id)
    const { kind, name } = settings
    const key = kind === 'escpos' ? undefined : newPrinterKey(randomBytes)
    const now = clock.now()
    const keyHash = key === undefined ? null : await sha256(key)
    const state = { is: 'unknown', since: now, seenAt: null } as const
    const printer: PrinterRecord = { ...settings, id, keyHash, setUpAt: now, state }
    await store.savePrinter(printer, notesBy(clock, whoActs(c))('add printer', name))
    onChange()
    const poll = kind === 'escpos' ? {} : { poll_url: `${config.publicOrigin}${pollPaths[kind]}${key}` }
    return answer(200, { data: { ...shownPrinter(printer), ...poll } })
  }

  const change: Handler<Guarded> = async (c) => {
    const before = await findPrinter(deps, c.req.param('printerId'))
    const settings = readPrinter(c.var.body(), before, allowsHost)
    await check(settings, before.id, before)
    // Only new rules ask for paper: what they would have printed before is not printed now.
    const isSame = JSON.stringify(settings.prints) === JSON.stringify(before.prints)
    const printer = { ...before, ...settings, setUpAt: isSame ? before.setUpAt : clock.now() }
    await store.savePrinter(printer, notesBy(clock, whoActs(c))('change printer', printer.name))
    onChange()
    return answer(200, { data: shownPrinter(printer) })
  }

  const remove: Handler<Guarded> = async (c) => {
    const { id, name } = await findPrinter(deps, c.req.param('printerId'))
    if (!(await store.removePrinter(id, notesBy(clock, whoActs(c))('remove printer', name)))) throw noSuchPrinter()
    for (const printer of await store.printers())
      if (printer.backupId === id) await store.savePrinter({ ...printer, backupId: null })
    onChange()
    return answer(200, { data: { id } })
  }

  const test: Handler<Guarded> = async (c) =>
    answer(200, { data: shownJob(await jobs.addTest(await findPrinter(deps, c.req.param('printerId')))) })

  at(endpoints.printers.path, { GET: [gate.managerOnly, list], POST: [...changing, add] })
  at(endpoints.changePrinter.path, { PATCH: [...changing, change], DELETE: [...changing, remove] })
  at(endpoints.testPrinter.path, { POST: [...changing, test] })
}

function jobRoutes(at: At, deps: PrintingRouteDeps): void {
  const { gate, store, clock, inbox, jobs } = deps

  const choices: Handler<Guarded> = async () => {
    const printers = await store.printers()
    const data = printers.map(({ id, name, prints }) => ({
      id,
      name,
      prints: prints.filter(({ on }) => on === 'demand').map(({ what }) => what),
    }))
    return answer(200, { data })
  }

  const print: Handler<Guarded> = async (c) => {
    const orderId = orderIdIn(c)
    const { printerId, what, bags } = readPrint(c.var.body())
    const record = await inbox.find(orderId)
    if (!record) throw new HttpError(404, 'order_not_found', 'This desk has not received that order.')
    const job = await jobs.addByHand(await findPrinter(deps, printerId), what, record, bags)
    const note = { what: 'print', detail: String(job.copy), by: whoActs(c), at: clock.now() }
    const entry = { ...notesBy(clock, note.by)('print', job.what), orderId }
    await inbox.mark(orderId, ({ marks }) => ({ marks, entry, notes: [note], isNews: true }))
    return answer(200, { data: shownJob(job) })
  }

  const list: Handler<Guarded> = async () => {
    const latest = await store.latestPrintJobs(shownJobs)
    const occasions = new Set(latest.map(({ occasion }) => occasion))
    return answer(200, { data: latest.map((job) => shownJob(job, occasions.has(occasionAgain(job)))) })
  }

  const again: Handler<Guarded> = async (c: Context<Guarded>) => {
    const job = await store.findPrintJob(c.req.param('jobId') ?? '')
    if (!job) throw new HttpError(404, 'not_found', 'There is no such print job.')
    if (job.state !== 'failed' && job.state !== 'unknown')
      throw new HttpError(409, 'already_printed', 'The job is printed, or will be.')
    await findPrinter(deps, job.printerId)
    return answer(200, { data: shownJob(await jobs.addAgain(job)) })
  }

  at(endpoints.choices.path, { GET: [gate.signedInOnly, choices] })
  at(endpoints.printOrder.path, { POST: [...actingOnly(gate), print] })
  at(endpoints.jobs.path, { GET: [gate.managerOnly, list] })
  at(endpoints.printAgain.path, { POST: [...actingOnly(gate), again] })
}

function readPrint(body: unknown) {
  const { printer_id: printerId, what, bags = 1 } = isRecord(body) ? body : {}
  const kind = ticketKinds.find((each) => each === what)
  if (typeof printerId !== 'string' || !kind) throw badPrinter('A print names a printer_id, and kitchen, bag or full.')
  if (typeof bags !== 'number' || !Number.isInteger(bags) || bags < 1 || bags > bagsAtMost)
    throw badPrinter(`An order has 1 to ${bagsAtMost} bags.`)
  return { printerId, what: kind, bags }
}

const shownPrinter = (printer: PrinterRecord): Printer => ({
  id: printer.id,
  name: printer.name,
  kind: printer.kind,
  address: printer.address,
  width: printer.width,
  prints: [...printer.prints],
  languages: [...printer.languages],
  category_ids: printer.categoryIds && [...printer.categoryIds],
  backup_id: printer.backupId,
  opens_drawer: printer.opensDrawer,
  state: {
    is: printer.state.is,
    since: iso(printer.state.since),
    seen_at: printer.state.seenAt === null ? null : iso(printer.state.seenAt),
  },
})

const shownJob = (job: PrintJob, isPrintedAgain = false): ShownJob => ({
  id: job.id,
  order_id: job.orderId,
  number: job.number,
  printer_id: job.printerId,
  stands_in_for: job.standsInFor,
  what: job.what,
  state: job.state,
  is_reprint: job.copy > 1,
  printed_again: isPrintedAgain,
  created_at: iso(job.createdAt),
  tries: job.tries,
  problem: job.problem,
})
