import { type TabletRole, tabletRoles } from '#contract/desk/tablet-role.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Clock } from '#contract/clock.ts'
import { westernDigits } from '#contract/text.ts'
import { isOrderId, type OrderId } from '#contract/vendor/item-id.ts'
import type { OrderRecord } from '#domain/order.ts'
import { doerOf, notesBy } from '#server/auth/auth-outcomes.ts'
import { changeTablet, createEnrolmentCode, enrolmentLink } from '#server/auth/enrolment.ts'
import { addPerson, changePin, findPerson } from '#server/auth/staff.ts'
import { logInCsv, type Numbers, wholeLog } from '#server/history/log-pages.ts'
import { argonPins } from '#server/node/hashes.ts'
import { checkOrderId } from '#server/orders/order-id.ts'
import { createSha256 } from '#server/runtime/credentials.ts'
import type { LogEntry, Store } from '#server/storage/store.ts'
import { randomBytes, webcrypto } from 'node:crypto'
import { resolve } from 'node:path'

/** Why the `desk` command refuses, as a sentence for the person who typed it. */
export class DeskComplaint extends Error {
  /** 1: refused; 2: not understood; 130: interrupted. */
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

type Orders = Pick<Store, 'find' | 'open' | 'closed' | 'readLog'>

/**
 * Finds an order by its id or a number on its ticket; if several match, the newest.
 * @throws {HttpError} 400 `bad_order_id` for neither
 */
async function orderNamed(store: Orders, text: string): Promise<OrderId> {
  if (isOrderId(text) && (await isKnown(store, text))) return text
  return (await newestNumbered(store, text))?.orderId ?? checkOrderId(text)
}

/** The log is stored longer than the orders. */
const isKnown = async (store: Orders, orderId: OrderId): Promise<boolean> =>
  (await store.find(orderId)) !== undefined || (await store.readLog({ orderId, limit: 1 })).entries.length > 0

async function newestNumbered(store: Orders, text: string): Promise<OrderRecord | undefined> {
  // In the form in which numbers are stored.
  const term = westernDigits(text.trim().toLowerCase())
  if (term === '') return undefined
  const isNumbered = ({ numbers }: OrderRecord): boolean => ` ${numbers} `.includes(` ${term} `)
  const open = (await store.open()).findLast(isNumbered)
  const closed = await newestClosed(store, term, isNumbered)
  return open && !(closed && closed.receivedAt > open.receivedAt) ? open : closed
}

const ordersAtOnce = 100

/** The store's search also matches a part of a longer number. */
async function newestClosed(
  { closed }: Orders,
  search: string,
  isNumbered: (record: OrderRecord) => boolean,
): Promise<OrderRecord | undefined> {
  for (let before: number | undefined; ;) {
    const page = await closed({ search: [[search]], limit: ordersAtOnce, ...(before !== undefined && { before }) })
    const found = page.find(isNumbered)
    const last = page.at(-1)
    if (found || !last || page.length < ordersAtOnce) return found
    before = last.receivedAt
  }
}

/** What the verbs of the `desk` command use. */
export interface DeskControls {
  readonly store: Store
  readonly clock: Clock
  /** The address that staff open; undefined if only the server knows it. */
  readonly origin: string | undefined
  readonly out: (line: string) => void
  readonly complain: (line: string) => void
}

export const iso = (at: number): string => new Date(at).toISOString()
const sha256 = createSha256(webcrypto.subtle)

/** @throws {DeskComplaint} if it is none */
function roleNamed(text: string): TabletRole {
  const role = tabletRoles.find((each) => each === text)
  if (!role) throw new DeskComplaint(`A tablet is a ${tabletRoles.join(', a ')}.`, 2)
  return role
}

export async function enrol(
  { store, clock, origin, out }: DeskControls,
  { isJson, ofRole = 'counter' }: { readonly isJson: boolean; readonly ofRole: string | undefined },
): Promise<void> {
  const role = roleNamed(ofRole)
  const deps = { store, clock, randomBytes, sha256 }
  const { code, expiresAt } = await createEnrolmentCode(deps, notesBy(clock, null), role)
  const url = enrolmentLink(origin ?? '', code)
  if (isJson) return out(JSON.stringify({ code, url, expires_at: iso(expiresAt) }))
  out(`On the tablet, open  ${url}`)
  if (origin === undefined) {
    out(
      'at the address that the server prints at its start: for PORT=0 only PUBLIC_ORIGIN, or a server that runs, tells it here',
    )
  }
  out(`or type the code     ${code}`)
  out(`It pairs one tablet${role === 'counter' ? '' : ` as a ${role}`}, until ${iso(expiresAt)}.`)
}

export async function addStaff(
  { store, clock, out }: DeskControls,
  person: { readonly name: string; readonly pin: string; readonly isManager: boolean },
): Promise<void> {
  const { name, isManager } = await addPerson({ store, randomBytes, pins: argonPins }, person, notesBy(clock, null))
  out(`${name} may sign in now${isManager ? ', as a manager' : ''}.`)
}

export async function listStaff({ store, out, complain }: DeskControls): Promise<void> {
  const people = await store.people()
  if (people.length === 0) complain('There is nobody yet: staff add "Sara" --manager')
  for (const { name, isManager } of people) out(isManager ? `${name}\tmanager` : name)
}

/** Also removes the last manager, because this command can add another one. */
export async function removeStaff({ store, clock, out }: DeskControls, name: string): Promise<void> {
  const person = await findPerson(store, name)
  const entry = person && notesBy(clock, null)('remove person', person.name)
  if (!person || (await store.removePerson(person.id, { ...(entry && { entry }) })) === 'unknown') {
    throw new DeskComplaint('There is nobody of that name.')
  }
  out(`${person.name} may no longer sign in, and is signed out everywhere.`)
  if (!(await store.people()).some(({ isManager }) => isManager)) {
    out('Nobody is a manager now: staff add "Sara" --manager')
  }
}

/** Ends all sign-ins of the person, because the command has none to keep. */
export async function changeStaffPin({ store, clock, out }: DeskControls, name: string, pin: string): Promise<void> {
  const person = await findPerson(store, name)
  if (!person) throw new DeskComplaint('There is nobody of that name.')
  await changePin({ store, pins: argonPins }, { id: person.id, pin }, notesBy(clock, null))
  out(`${person.name} has a new PIN, and is signed out everywhere.`)
}

export async function listDevices({ store, out, complain }: DeskControls): Promise<void> {
  const devices = await store.devices()
  if (devices.length === 0) complain('No tablet is paired yet: the command "pair" pairs one.')
  for (const { id, name, role, enrolledAt, lastSeenAt } of devices) {
    out(`${id}\t${name}\t${role}\tpaired ${iso(enrolledAt)}\tlast seen ${iso(lastSeenAt)}`)
  }
}

/** Its page follows within two seconds. */
export async function changeRole({ store, clock, out }: DeskControls, id: string, text: string): Promise<void> {
  const role = roleNamed(text)
  const { name } = await changeTablet({ store }, id, { role }, notesBy(clock, null)).catch(unlessUnknown)
  out(`${name} is a ${role} now.`)
}

function unlessUnknown(error: unknown): never {
  if (error instanceof HttpError && error.code === 'not_found') throw noSuchTablet()
  throw error
}

const noSuchTablet = () => new DeskComplaint('There is no tablet of that id; "tablets" lists them.')

export async function revokeDevice({ store, clock, out }: DeskControls, id: string): Promise<void> {
  const device = (await store.devices()).find((each) => each.id === id)
  if (!device || !(await store.removeDevice(id, notesBy(clock, null)('cut off', device.name)))) throw noSuchTablet()
  out(`${device.name} was removed: it no longer shows orders or rings.`)
}

/** Prints the log, newest first: of one order, named by its id or a number on its ticket, or of all. */
export async function printLog(
  { store, clock, out, complain }: DeskControls,
  named: string | undefined,
  isCsv: boolean,
): Promise<void> {
  const filters = named === undefined ? {} : { orderId: await orderNamed(store, named) }
  if (isCsv) {
    for await (const text of logInCsv(store, clock, filters)) if (text !== '') out(text.trimEnd())
    return
  }
  let count = 0
  for await (const { entries, numbers } of wholeLog(store, clock, filters)) {
    for (const entry of entries) out(logLine(entry, numbers))
    count += entries.length
  }
  if (count === 0) complain('Nothing was written down of that.')
}

/** The log's words for tablets, as the screens say them. */
const said: Readonly<Record<string, string>> = { 'let in': 'pair tablet', 'cut off': 'remove tablet' }

/** Escapes control characters, because a row contains text from others that must not steer a terminal. */
function logLine(entry: LogEntry, numbers: Numbers): string {
  const { at, what, orderId, about, by, outcome, settledBy, tookMs, vendor } = entry
  const number = orderId && numbers.get(orderId)
  return [
    iso(at),
    `${said[what] ?? what} ${outcome}`,
    orderId && `order ${orderId}${number ? ` (${number})` : ''}`,
    about,
    by ? `${by.person} (${by.tablet})` : doerOf({ what, by }),
    settledBy && `settled by ${settledBy}`,
    tookMs !== null && `${tookMs} ms`,
    vendor && [vendor.status, vendor.message].filter((part) => part !== null).join(' '),
  ]
    .filter(Boolean)
    .map((part) => String(part).replace(/\p{Cc}/gu, '\uFFFD'))
    .join('\t')
}

/** One per line, oldest first: time, kind, and the body as JSON, which cannot contain terminal control characters. */
export async function printUnreadable({ store, out, complain }: DeskControls): Promise<void> {
  const unreadable = await store.unreadable()
  if (unreadable.length === 0) complain('Every notification of the last 30 days could be read.')
  for (const { receivedAt, contentType, body } of unreadable) {
    out([iso(receivedAt), quoted(contentType), quoted(body)].join('\t'))
  }
}

const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\u009f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)

export async function backUp({ store, out }: DeskControls, file: string): Promise<void> {
  await store.backup(file)
  out(`The copy is in ${resolve(file)}. It holds what the database holds: keep it as safe.`)
}
