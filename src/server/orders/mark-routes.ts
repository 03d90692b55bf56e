import type { OrderRecord } from '#domain/order.ts'
import type { Handler } from 'hono'
import { marks as endpoints } from '#contract/desk/board-actions.ts'
import { type HandOverKind, handOverKinds, type PickState, pickStates } from '#contract/desk/marks.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import type { Who } from '#contract/desk/action.ts'
import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { answer, HttpError } from '#server/http/http-error.ts'
import { jsonBody, sameOriginOnly, type Guarded, type At } from '#server/http/guard.ts'
import { actingOnly, personOrTablet, roleOf, whoActs, type Gate } from '#server/auth/require-sign-in.ts'
import type { LogEntry } from '#server/storage/store.ts'
import { orderIdIn } from './order-id.ts'
import type { Inbox } from './inbox.ts'
import type { Marking } from './order-changes.ts'
import { isAllPicked, markableLines, shownMarks, shownPrint, withHandOver, withPick, withPrint } from './marks.ts'
import type { OrderRows } from './order-rows.ts'
import { isShownTo } from './role-rows.ts'
import type { Shortages } from './shortages.ts'

interface MarkRouteDeps {
  readonly gate: Gate
  readonly inbox: Pick<Inbox, 'mark' | 'find'>
  readonly clock: Clock
  readonly rows: Pick<OrderRows, 'row' | 'forRole'>
  readonly shortages: Pick<Shortages, 'report' | 'isReportedBy' | 'takeBack'>
}

/** Routes for the shop's own marks on an order: picks, hand-over and printing. */
export function markRoutes(at: At, { gate, inbox, clock, rows, shortages }: MarkRouteDeps): void {
  const toAct = actingOnly(gate)

  async function mark(orderId: OrderId, next: (record: OrderRecord) => Marking): Promise<OrderRecord> {
    const record = await inbox.mark(orderId, next)
    if (!record) throw notReceived()
    return record
  }

  /**
   * A line marked missing makes its product short, and the mark's end ends that. Written before the mark, so that a
   * server that is told of the mark finds the shortage, and a failed write leaves neither.
   */
  async function noteShortage(role: TabletRole, orderId: OrderId, pick: PickMade): Promise<void> {
    const { line, state, by } = pick
    const record = await inbox.find(orderId)
    if (!record) return
    checkSeen(role, record)
    // Refuses what has no such line, or is closed.
    picking(record, pick)
    if (state === 'missing') return shortages.report(record, line, by)
    const wasMissing = shownMarks(record).picks.some((each) => each.line === line && each.state === 'missing')
    if (wasMissing || shortages.isReportedBy(record, line)) await shortages.takeBack(record, line)
  }

  /** An order that tablets of a role do not see is unknown to them. */
  function checkSeen(role: TabletRole, record: OrderRecord): void {
    if (!isShownTo(role, rows.row(record))) throw notReceived()
  }

  const answerRow = (record: OrderRecord) => answer(200, { data: rows.row(record) })

  const pick: Handler<Guarded> = async (c) => {
    const orderId = orderIdIn(c)
    const line = c.req.param('itemId') ?? ''
    const state = parsePickState(c.var.body())
    const [role, by] = [roleOf(c), personOrTablet(c)]
    await noteShortage(role, orderId, { line, state, by, at: clock.now() })
    const record = await mark(orderId, (before) => {
      checkSeen(role, before)
      return picking(before, { line, state, by, at: clock.now() })
    })
    return answer(200, { data: await rows.forRole(role, record) })
  }
  at(endpoints.pick.path, {
    PUT: [sameOriginOnly, jsonBody, gate.of('counter', 'station').signedInOrStation, pick],
  })

  const handOver: Handler<Guarded> = async (c) => {
    const orderId = orderIdIn(c)
    const requested = parseHandOver(c.var.body())
    const by = whoActs(c)
    return answerRow(await mark(orderId, (record) => handingOver(record, requested, by, clock.now())))
  }
  at(endpoints.handOver.path, { PUT: [...toAct, handOver] })

  const showCode: Handler<Guarded> = async (c) => {
    const orderId = orderIdIn(c)
    const note = { what: 'code shown', detail: parseKind(c.var.body()), by: whoActs(c), at: clock.now() }
    return answerRow(await mark(orderId, ({ marks }) => ({ marks, notes: [note], isNews: true })))
  }
  at(endpoints.showCode.path, { POST: [...toAct, showCode] })

  const print: Handler<Guarded> = async (c) => {
    const orderId = orderIdIn(c)
    const print = { automatic: isAutomatic(c.var.body()), by: personOrTablet(c), at: clock.now() }
    const { marks } = await mark(orderId, (record) => printing(record, print))
    return answer(200, { data: { copy: marks.prints.count, asked: marks.prints.latest.map(shownPrint) } })
  }
  at(endpoints.print.path, { POST: [sameOriginOnly, jsonBody, gate.enrolledAndNamed, print] })
}

const notReceived = () => new HttpError(404, 'order_not_found', 'This desk has not received that order.')

const badMark = (message: string) => new HttpError(422, 'bad_mark', message)

function parsePickState(body: unknown): PickState | null {
  const state = isRecord(body) ? body['state'] : undefined
  const known = state === null ? null : pickStates.find((each) => each === state)
  if (known === undefined) throw badMark('The state of a line is picked, missing or null.')
  return known
}

interface RequestedHandOver {
  readonly isMade: boolean
  readonly kind: HandOverKind
  readonly codeMatched: boolean
}

function parseHandOver(body: unknown): RequestedHandOver {
  const { state = 'handed_over', kind = 'pickup', code_matched: codeMatched = false } = isRecord(body) ? body : {}
  const known = handOverKinds.find((each) => each === kind)
  if ((state !== 'handed_over' && state !== null) || !known || typeof codeMatched !== 'boolean')
    throw badMark('The state is handed_over or null, the kind pickup or return.')
  return { isMade: state !== null, kind: known, codeMatched }
}

function parseKind(body: unknown): HandOverKind {
  const kind = isRecord(body) ? body['kind'] : undefined
  const known = handOverKinds.find((each) => each === kind)
  if (!known) throw badMark('The kind is pickup or return.')
  return known
}

function isAutomatic(body: unknown): boolean {
  const automatic = isRecord(body) ? body['automatic'] : undefined
  if (typeof automatic !== 'boolean') throw badMark('A print is automatic or not: true or false.')
  return automatic
}

type PickMade = Parameters<typeof withPick>[1]

/** @throws {HttpError} */
function picking(record: OrderRecord, pick: PickMade): Marking {
  if (record.lane === 'closed') throw new HttpError(409, 'order_closed', 'The order is closed.')
  const marks = withPick(record, pick)
  if (!marks) throw new HttpError(404, 'line_not_found', 'The order has no such line now.')
  const { by, at } = pick
  // Each line shows who picked it; the timeline has only what changed for the whole order.
  if (pick.state === 'missing') {
    const detail = markableLines(record).get(pick.line)?.name ?? pick.line
    return { marks, notes: [{ what: 'missing', detail, by, at }] }
  }
  const isComplete = !isAllPicked(record) && isAllPicked({ ...record, marks })
  return { marks, notes: isComplete ? [{ what: 'picked', detail: String(marks.picks.length), by, at }] : [] }
}

function handingOver(
  record: OrderRecord,
  { isMade, kind, codeMatched }: RequestedHandOver,
  by: Who,
  at: number,
): Marking {
  const outcome = isMade ? 'done' : 'undone'
  const entry: LogEntry = {
    at,
    what: kind === 'pickup' ? 'hand over' : 'return',
    orderId: record.orderId,
    by,
    sent: isMade ? { code_matched: codeMatched } : null,
    vendor: null,
    outcome,
    settledBy: null,
    tookMs: null,
    posts: null,
  }
  const marks = withHandOver(record.marks, kind, isMade ? { by, at, codeMatched } : null)
  return { marks, entry, notes: [{ what: entry.what, detail: outcome, by, at }] }
}

function printing({ marks }: OrderRecord, print: Parameters<typeof withPrint>[1]): Marking {
  if (print.automatic && marks.prints.count > 0)
    throw new HttpError(409, 'already_printed', 'A ticket of this order was asked for before.', {
      data: { copy: marks.prints.count, asked: marks.prints.latest.map(shownPrint) },
    })
  const marked = withPrint(marks, print)
  return {
    marks: marked,
    notes: [{ what: 'print', detail: String(marked.prints.count), by: print.by, at: print.at }],
  }
}
