import { acceptMoments } from '#contract/desk/accept-moment.ts'
import type { AutoAccept } from '#contract/desk/rules.ts'
import { isRecord } from '#contract/json.ts'
import { westernDigits } from '#contract/text.ts'
import { isTimeZone } from '#domain/wall-time.ts'
import { HttpError } from '#server/http/http-error.ts'

// The rule of automatic acceptance as a manager, or another program, writes it.

const badRule = (message: string) => new HttpError(422, 'bad_rule', message)

const dayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const daysAtMost = 50
const countAtMost = 10_000

/** Reads a change of the rule over the one before; a missing field keeps its value. @throws {HttpError} 422 */
export function readRule(body: unknown, before: AutoAccept): AutoAccept {
  const given = isRecord(body) ? body['auto_accept'] : undefined
  if (!isRecord(given)) throw badRule('The body has an object auto_accept.')
  const field = <Name extends keyof AutoAccept>(
    name: Name,
    form: string,
    read: (value: unknown) => AutoAccept[Name] | undefined,
  ): AutoAccept[Name] => {
    const value = given[name]
    const found = value === undefined ? before[name] : read(value)
    if (found === undefined) throw badRule(`${name} is ${form}.`)
    return found
  }
  const count = 'null for no limit, or a whole number from 1 to 10,000'
  return {
    enabled: field('enabled', 'true or false', readFlag),
    when: field('when', 'now or last_moment', (value) => acceptMoments.find((each) => each === value)),
    weekdays: field('weekdays', 'a list of at least one day, from 1 for Monday to 7 for Sunday', readDays),
    from: field('from', 'a time such as 09:00', readTime),
    to: field('to', 'a time such as 23:30', readTime),
    time_zone: field('time_zone', 'a time zone such as Asia/Baghdad', readZone),
    max_total: field('max_total', 'null for no limit, or an amount above 0', (value) =>
      value === null ? null : readAmount(value),
    ),
    max_pieces: field('max_pieces', count, (value) => (value === null ? null : readCount(value))),
    max_open: field('max_open', count, (value) => (value === null ? null : readCount(value))),
    requires_catalog: field('requires_catalog', 'true or false', readFlag),
    requires_presence: field('requires_presence', 'true or false', readFlag),
  }
}

const readFlag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

function readDay(value: unknown): number | undefined {
  const number = readNumber(value)
  if (number !== undefined) return Number.isInteger(number) && number >= 0 && number <= 7 ? number || 7 : undefined
  const name = typeof value === 'string' ? value.trim().toLowerCase() : ''
  const place = name.length < 3 ? -1 : dayNames.findIndex((each) => each.startsWith(name))
  return place === -1 ? undefined : place + 1
}

function readDays(value: unknown): number[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > daysAtMost) return undefined
  const days = value.flatMap((each: unknown) => readDay(each) ?? [])
  return days.length < value.length ? undefined : [...new Set(days)].toSorted((one, other) => one - other)
}

function readTime(value: unknown): string | undefined {
  if (value === null) return '00:00'
  const text = typeof value === 'string' ? westernDigits(value.trim()) : ''
  if (text === '24:00') return '00:00'
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined
}

const readZone = (value: unknown): string | undefined => (isTimeZone(value) ? value : undefined)

/** A number, or a text of one. */
function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const text = typeof value === 'string' ? westernDigits(value.trim()) : ''
  return /^\d{1,15}(?:\.\d{1,6})?$/.test(text) ? Number(text) : undefined
}

function readAmount(value: unknown): number | undefined {
  const amount = readNumber(value)
  return amount !== undefined && Number.isFinite(amount) && amount > 0 ? amount : undefined
}

function readCount(value: unknown): number | undefined {
  const count = readNumber(value)
  return count !== undefined && Number.isInteger(count) && count >= 1 && count <= countAtMost ? count : undefined
}
