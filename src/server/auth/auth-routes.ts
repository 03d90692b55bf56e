import type { Handler } from 'hono'
import { people, readPin } from '#contract/desk/people.ts'
import { tabletRoles } from '#contract/desk/tablet-role.ts'
import type { DeviceHere } from './devices.ts'
import { getSession, type Session, type TabletState } from '#contract/desk/session.ts'
import type { DeviceChange, PeopleStore } from '#server/storage/store.ts'
import type { Clock } from '#contract/clock.ts'
import { answer } from '#server/http/http-error.ts'
import { jsonBody, sameOriginOnly, type At, type Guarded } from '#server/http/guard.ts'
import { enrolmentLink } from './enrolment.ts'
import { personOf, senderOf, tabletOf, whoActs, withCookies, type Gate } from './require-sign-in.ts'
import { enrolmentLifeMs } from '#domain/people.ts'
import { notesBy, refusal } from './auth-outcomes.ts'
import { addPerson, changePin, removePerson, staffMember, type StaffDeps } from './staff.ts'
import type { Visitor } from './visitor.ts'
import type { Sessions } from './session.ts'

export interface PeopleRouteDeps extends StaffDeps {
  readonly sessions: Sessions
  readonly gate: Gate
  readonly clock: Clock
  /** The reported state of each present tablet. */
  readonly presence: { states(): ReadonlyMap<string, TabletState> }
  readonly deadlines: { main(): { readonly low: number } }
  readonly config: {
    readonly mode: Session['mode']
    /** The address that staff open. */
    readonly publicOrigin: string
  }
}

const withBody = [sameOriginOnly, jsonBody]

/** The requesting tablet. A station also learns which categories the shop's stations cover together. */
async function ownDevice(store: Pick<PeopleStore, 'devices'>, device: DeviceHere): Promise<Session['device']> {
  const { id, name, role, categoryIds } = device
  const own = { id, name, role, category_ids: categoryIds && [...categoryIds] }
  if (role !== 'station') return own
  const stations = (await store.devices()).filter((each) => each.role === 'station')
  const covered = stations.flatMap((station) => station.categoryIds ?? [])
  const isAllCovered = stations.some((station) => station.categoryIds === null)
  return { ...own, covered_ids: isAllCovered ? null : [...new Set(covered)].toSorted() }
}

/** Routes for the session, pairing, and people. */
export function peopleRoutes(at: At, deps: PeopleRouteDeps): void {
  sessionRoutes(at, deps)
  tabletRoutes(at, deps)
  staffRoutes(at, deps)
}

function sessionRoutes(at: At, { sessions, gate, store, clock, deadlines, config }: PeopleRouteDeps): void {
  const session = async ({
    device,
    person,
    endsAt,
  }: Pick<Visitor, 'device' | 'person' | 'endsAt'>): Promise<Session> => ({
    device: device && (await ownDevice(store, device)),
    ...(device && device.role !== 'display'
      ? {
          staff: person && { id: person.id, name: person.name },
          staff_names: (await store.people()).map(({ name }) => name),
        }
      : { staff: null, staff_names: [] }),
    mode: config.mode,
    ...(endsAt !== undefined && { enrolment_ends_at: new Date(endsAt).toISOString() }),
    server_time: new Date(clock.now()).toISOString(),
    response_window_seconds: deadlines.main().low,
  })

  const whoIsThis: Handler<Guarded> = async (c) => {
    const { cookie, isOnThisMachine = false } = senderOf(c)
    const visitor = await sessions.welcome(cookie, isOnThisMachine)
    return withCookies(c, answer(200, await session(visitor)), [...visitor.clearCookies, ...visitor.freshCookies])
  }
  const signIn: Handler<Guarded> = async (c) => {
    const device = tabletOf(c)
    const body = c.var.body()
    const [name, pin] = [textIn(body, 'name'), textIn(body, 'pin')]
    if (name === undefined) throw refusal.badName()
    if (pin === undefined) throw refusal.badPin()
    const { who, cookies } = await sessions.signIn(device, name, pin, senderOf(c).cookie)
    return withCookies(c, answer(200, await session({ device, person: who })), cookies)
  }
  // Open to all, so that signing out always works.
  const signOut: Handler<Guarded> = async (c) => {
    const { cookie } = senderOf(c)
    const cookies = await sessions.signOut(cookie)
    const { device, freshCookies } = await sessions.identify(cookie)
    return withCookies(c, answer(200, await session({ device, person: null })), [...cookies, ...freshCookies])
  }
  const enrol: Handler<Guarded> = async (c) => {
    const body = c.var.body()
    const code = textIn(body, 'code')
    if (code === undefined) throw refusal.badCode()
    const { cookie, peer } = senderOf(c)
    const { who, cookies } = await sessions.enrol(code, textIn(body, 'device_name') ?? '', cookie, peer)
    return withCookies(c, answer(200, { data: { device: who } }), cookies)
  }

  at(getSession.path, {
    GET: [whoIsThis],
    // Not from the recent-device cache: it writes that a person is on this tablet.
    POST: [...withBody, gate.of('counter', 'station').enrolledAndNamed, signIn],
    DELETE: [...withBody, signOut],
  })
  at(people.enrol.path, { POST: [...withBody, enrol] })
}

function tabletRoutes(at: At, { gate, store, sessions, presence, config }: PeopleRouteDeps): void {
  const list: Handler<Guarded> = async (c) => {
    const here = tabletOf(c)
    const states = presence.states()
    const tablets = (await store.devices()).map(({ id, name, enrolledAt, lastSeenAt, role, categoryIds }) => ({
      id,
      name,
      enrolled_at: new Date(enrolledAt).toISOString(),
      last_seen_at: new Date(lastSeenAt).toISOString(),
      ends_at: new Date(lastSeenAt + enrolmentLifeMs).toISOString(),
      is_this: id === here.id,
      state: states.get(id) ?? null,
      role,
      category_ids: categoryIds,
    }))
    return answer(200, { data: tablets })
  }
  const rename: Handler<Guarded> = async (c) => {
    const id = c.req.param('deviceId') ?? ''
    const name = await sessions.rename(id, textIn(c.var.body(), 'name') ?? '', whoActs(c))
    return answer(200, { data: { id, name } })
  }
  const change: Handler<Guarded> = async (c) => {
    const id = c.req.param('deviceId') ?? ''
    const { role, categoryIds } = await sessions.change(id, changeIn(c.var.body()), whoActs(c))
    return answer(200, { data: { id, role, category_ids: categoryIds } })
  }
  const remove: Handler<Guarded> = async (c) => {
    const id = c.req.param('deviceId') ?? ''
    if (!(await sessions.cutOff(id, whoActs(c)))) throw refusal.noSuchTablet()
    return answer(200, { data: { id } })
  }
  const makeCode: Handler<Guarded> = async (c) => {
    const { role } = changeIn(c.var.body())
    const { code, expiresAt } = await sessions.createEnrolmentCode(whoActs(c), role)
    const url = enrolmentLink(config.publicOrigin, code)
    return answer(200, { data: { code, url, expires_at: new Date(expiresAt).toISOString() } })
  }
  at(people.makeCode.path, { POST: [...withBody, gate.managerOnly, makeCode] })
  at(people.tablets.path, { GET: [gate.signedInOnly, list] })
  at(people.renameTablet.path, { PUT: [...withBody, gate.managerOnly, rename] })
  at(people.changeTablet.path, {
    PATCH: [...withBody, gate.managerOnly, change],
    DELETE: [...withBody, gate.managerOnly, remove],
  })
}

function staffRoutes(at: At, { gate, sessions, ...deps }: PeopleRouteDeps): void {
  const list: Handler<Guarded> = async () => answer(200, { data: (await deps.store.people()).map(staffMember) })
  const add: Handler<Guarded> = async (c) => {
    const body = c.var.body()
    const isManager = valueIn(body, 'is_manager') === true
    const requested = { name: textIn(body, 'name') ?? '', pin: textIn(body, 'pin') ?? '', isManager }
    return answer(200, { data: staffMember(await addPerson(deps, requested, notesBy(deps.clock, whoActs(c)))) })
  }
  const remove: Handler<Guarded> = async (c) => {
    const id = c.req.param('personId') ?? ''
    await removePerson(deps, id, notesBy(deps.clock, whoActs(c)))
    return answer(200, { data: { id } })
  }
  const newPin: Handler<Guarded> = async (c) => {
    const id = c.req.param('personId') ?? ''
    const body = c.var.body()
    const pin = textIn(body, 'pin') ?? ''
    // An invalid PIN is refused without counting a try.
    if (readPin(pin) === undefined) throw refusal.badPin()
    const person = personOf(c)
    if (person.id === id) await sessions.checkOwnPin(tabletOf(c), person.name, textIn(body, 'old_pin') ?? '')
    const requested = { id, pin, staying: await sessions.signInOf(senderOf(c).cookie) }
    return answer(200, { data: staffMember(await changePin(deps, requested, notesBy(deps.clock, whoActs(c)))) })
  }
  at(people.staff.path, { GET: [gate.signedInOnly, list], POST: [...withBody, gate.managerOnly, add] })
  at(people.removePerson.path, { DELETE: [...withBody, gate.managerOnly, remove] })
  at(people.changePin.path, { PUT: [...withBody, gate.managerOrSelf, newPin] })
}

const idsAtMost = 500
const idLengthAtMost = 100

/** What a body says of a tablet's role and categories. @throws {HttpError} `bad_role`, `bad_categories` */
function changeIn(body: unknown): DeviceChange {
  const [requested, ids] = [valueIn(body, 'role'), valueIn(body, 'category_ids')]
  const role = tabletRoles.find((each) => each === requested)
  if (requested !== undefined && role === undefined) throw refusal.badRole()
  if (ids === undefined || ids === null) return { role, categoryIds: ids }
  const isId = (id: unknown): id is string => typeof id === 'string' && id !== '' && id.length <= idLengthAtMost
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > idsAtMost || !ids.every(isId))
    throw refusal.badCategories()
  return { role, categoryIds: [...new Set(ids)] }
}

// A text field of the body, or undefined if it has another type.
const valueIn = (body: unknown, field: string): unknown =>
  new Map<string, unknown>(Object.entries(body ?? {})).get(field)

function textIn(body: unknown, field: string): string | undefined {
  const value = valueIn(body, field)
  return typeof value === 'string' ? value : undefined
}
