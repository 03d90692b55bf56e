import {
  copiesAtMost,
  dotsOf,
  printerKinds,
  printMoments,
  ticketKinds,
  ticketLanguages,
} from '#contract/desk/printers.ts'
import type { PaperWidth, PrintRule } from '#contract/desk/printers.ts'
import { isRecord } from '#contract/json.ts'
import { readName } from '#contract/desk/people.ts'
import type { PrinterRecord } from '#domain/print-job.ts'
import { HttpError } from '#server/http/http-error.ts'

// A printer as a manager describes it.

/** The raw ports of network printers; others could be anything. */
const ports = { first: 9100, last: 9109 }
const categoriesAtMost = 200
const rulesAtMost = 20

export const badPrinter = (message: string) => new HttpError(422, 'bad_printer', message)
const badAddress = () =>
  new HttpError(
    422,
    'bad_address',
    'An address is host:port, with an address of a private network and a port from 9100 to 9109.',
  )

export interface PrinterAddress {
  readonly host: string
  readonly port: number
}

/** Splits `host:port`, `[::1]:9100` too. @returns undefined if it is none, or has another port than printers have. */
export function readAddress(text: string): PrinterAddress | undefined {
  const [, six, name = six, digits] =
    /^(?:\[([\da-f:.]{2,45})\]|([\da-z](?:[\da-z.-]{0,251}[\da-z])?))(?::(\d{1,5}))?$/i.exec(text) ?? []
  const port = digits === undefined ? ports.first : Number(digits)
  if (name === undefined || port < ports.first || port > ports.last) return undefined
  return { host: name.toLowerCase(), port }
}

const addressText = ({ host, port }: PrinterAddress): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** What a manager sets of a printer. */
export type PrinterSettings = Pick<
  PrinterRecord,
  'name' | 'kind' | 'address' | 'width' | 'prints' | 'languages' | 'categoryIds' | 'backupId' | 'opensDrawer'
>

const defaults: Omit<PrinterSettings, 'name' | 'kind'> = {
  address: null,
  width: 80,
  prints: [{ what: 'kitchen', on: 'accept', copies: 1 }],
  languages: ['en'],
  categoryIds: null,
  backupId: null,
  opensDrawer: false,
}

/**
 * Reads the settings of a printer, over those that it has. `allowsHost` refuses public addresses.
 * @throws {HttpError} 422
 */
export function readPrinter(
  body: unknown,
  before: PrinterSettings | undefined,
  allowsHost: (host: string) => boolean,
): PrinterSettings {
  const given = isRecord(body) ? body : {}
  const field = <T>(name: string, read: (value: unknown) => T | undefined, known: T | undefined): T => {
    const value = given[name]
    const found = value === undefined ? known : read(value)
    if (found === undefined) throw badPrinter(`The field ${name} is missing or has another form.`)
    return found
  }
  const kind = before?.kind ?? field('kind', oneOf(printerKinds), undefined)
  const settings: PrinterSettings = {
    name: field('name', (value) => (typeof value === 'string' ? readName(value) : undefined), before?.name),
    kind,
    address: null,
    width: field('width', readWidth, before?.width ?? defaults.width),
    prints: field('prints', readRules, before?.prints ?? defaults.prints),
    languages: field('languages', readLanguages, before?.languages ?? defaults.languages),
    categoryIds: field('category_ids', readCategories, before?.categoryIds ?? defaults.categoryIds),
    backupId: field('backup_id', readId, before?.backupId ?? defaults.backupId),
    opensDrawer: field('opens_drawer', readFlag, before?.opensDrawer ?? defaults.opensDrawer),
  }
  if (kind !== 'escpos') return settings
  const text = given['address'] ?? before?.address
  const address = typeof text === 'string' ? readAddress(text.trim()) : undefined
  if (!address || !allowsHost(address.host)) throw badAddress()
  return { ...settings, address: addressText(address) }
}

const oneOf =
  <const Value extends string>(values: readonly Value[]) =>
  (value: unknown): Value | undefined =>
    values.find((each) => each === value)

const readFlag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

const readWidth = (value: unknown): PaperWidth | undefined =>
  typeof value === 'number' && value in dotsOf ? (value as PaperWidth) : undefined // A key of that table.

function readRules(value: unknown): readonly PrintRule[] | undefined {
  if (!Array.isArray(value) || value.length > rulesAtMost) return undefined
  const rules = value.map((each: unknown) => {
    if (!isRecord(each)) return undefined
    const { copies = 1 } = each
    const what = oneOf(ticketKinds)(each['what'])
    const on = oneOf(printMoments)(each['on'])
    const isCount = typeof copies === 'number' && Number.isInteger(copies) && copies >= 1 && copies <= copiesAtMost
    return what && on && isCount ? { what, on, copies } : undefined
  })
  const known = rules.filter((rule) => rule !== undefined)
  const isTwice = new Set(known.map(({ what, on }) => `${what} ${on}`)).size < known.length
  return known.length < rules.length || isTwice ? undefined : known
}

function readLanguages(value: unknown) {
  if (!Array.isArray(value) || value.length < 1 || value.length > 2 || new Set(value).size < value.length)
    return undefined
  const languages = value.flatMap((each) => oneOf(ticketLanguages)(each) ?? [])
  return languages.length === value.length ? languages : undefined
}

function readCategories(value: unknown): readonly string[] | null | undefined {
  if (value === null) return null
  if (!Array.isArray(value) || value.length > categoriesAtMost) return undefined
  // Ids come as numbers or texts, as the service writes them.
  const ids = value.flatMap((id: unknown) => (typeof id === 'string' || typeof id === 'number' ? [String(id)] : []))
  return ids.length === value.length && ids.length > 0 ? ids : undefined
}

const readId = (value: unknown): string | null | undefined =>
  value === null || (typeof value === 'string' && value.length <= 40) ? value : undefined
