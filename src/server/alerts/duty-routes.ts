import type { Handler } from 'hono'
import type { Clock } from '#contract/clock.ts'
import { alerts as endpoints } from '#contract/desk/alerts.ts'
import { isRecord } from '#contract/json.ts'
import type { DutyRecord, PhoneRecord } from '#domain/alert.ts'
import { isTimeZone } from '#domain/wall-time.ts'
import { notesBy, refusal } from '#server/auth/auth-outcomes.ts'
import { personOf, whoActs, type Gate } from '#server/auth/require-sign-in.ts'
import { answer, HttpError } from '#server/http/http-error.ts'
import { jsonBody, sameOriginOnly, type At, type Guarded } from '#server/http/guard.ts'
import type { Device, Person, Store } from '#server/storage/store.ts'
import type { Alerts } from './alerts.ts'
import { shownPhone } from './shown-phone.ts'

interface DutyRouteDeps {
  readonly gate: Gate
  readonly store: Store
  readonly clock: Clock
  readonly alerts: Pick<Alerts, 'duties'>
}

const badDuty = (message: string) => new HttpError(422, 'bad_duty', message)

/** Routes for who is on duty, and everybody's quiet hours. */
export function dutyRoutes(at: At, { gate, store, clock, alerts: { duties } }: DutyRouteDeps): void {
  const list: Handler<Guarded> = async () => {
    const [people, phones, devices] = await Promise.all([store.people(), store.phones(), store.devices()])
    const dutyOf = await duties.dutyByPerson()
    return answer(200, { data: people.map((person) => shownDuty(person, dutyOf(person.id), phones, devices)) })
  }

  const change: Handler<Guarded> = async (c) => {
    const changes = readDuty(c.var.body())
    if (changes.isOwner !== undefined && !personOf(c).isManager) throw refusal.managerRequired()
    const person = (await store.people()).find(({ id }) => id === c.req.param('personId'))
    if (!person) throw refusal.noSuchPerson()
    const note = notesBy(clock, whoActs(c))('change duty', person.name)
    const duty = await duties.changeDuty(person.id, (before) => whole({ ...before, ...changes }), note)
    return answer(200, { data: shownDuty(person, duty, await store.phones(), await store.devices()) })
  }

  at(endpoints.duty.path, { GET: [gate.signedInOnly, list] })
  at(endpoints.changeDuty.path, { PUT: [sameOriginOnly, jsonBody, gate.managerOrSelf, change] })
}

/** @throws {HttpError} 422 if quiet hours have one end only, or none between their ends */
function whole(duty: DutyRecord): DutyRecord {
  const { quietFrom, quietTo } = duty
  if ((quietFrom === null) !== (quietTo === null)) throw badDuty('Quiet hours have a beginning and an end, or neither.')
  if (quietFrom !== null && quietFrom === quietTo) throw badDuty('Quiet hours begin and end at different times.')
  return duty
}

/** The given fields. @throws {HttpError} 422 */
function readDuty(body: unknown): Partial<DutyRecord> {
  const given = isRecord(body) ? body : {}
  const field = <Name extends keyof DutyRecord>(
    name: Name,
    wire: string,
    isGood: (value: unknown) => value is DutyRecord[Name],
  ): Partial<DutyRecord> => {
    const value = given[wire]
    if (value === undefined) return {}
    if (!isGood(value)) throw badDuty(`The field ${wire} has another form.`)
    return { [name]: value }
  }
  return {
    ...field('isOnDuty', 'is_on_duty', isFlag),
    ...field('isOwner', 'is_owner', isFlag),
    ...field('quietFrom', 'quiet_from', isTime),
    ...field('quietTo', 'quiet_to', isTime),
    ...field('timeZone', 'time_zone', isTimeZone),
  }
}

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'

const isTime = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value))

const shownDuty = (
  { id, name }: Person,
  duty: DutyRecord,
  phones: readonly PhoneRecord[],
  devices: readonly Device[],
) => ({
  person: { id, name },
  is_on_duty: duty.isOnDuty,
  is_owner: duty.isOwner,
  quiet_from: duty.quietFrom,
  quiet_to: duty.quietTo,
  time_zone: duty.timeZone,
  phones: phones.filter(({ personId }) => personId === id).map((phone) => shownPhone(phone, devices)),
})
