import {
  type PaperWidth,
  type Printer,
  type PrinterKind,
  type PrintMoment,
  type PrintRule,
  type TicketKind,
  ticketKinds,
  type TicketLanguage,
} from '#contract/desk/printers.ts'
import { readName } from '#contract/desk/people.ts'

/** When a ticket is printed, as the form offers it. */
type PrintChoice = PrintMoment | 'never'

/** A printer as it is typed into the form. */
export interface PrinterEntry {
  readonly name: string
  readonly kind: PrinterKind
  readonly address: string
  readonly width: PaperWidth
  readonly prints: Readonly<Record<TicketKind, { readonly on: PrintChoice; readonly copies: number }>>
  /** Further rules of the same tickets, which the form does not show and keeps. */
  readonly otherRules: readonly PrintRule[]
  readonly language: TicketLanguage
  /** The second language of a ticket in two. */
  readonly second: TicketLanguage | ''
  /** Prints the lines of the chosen categories only. */
  readonly isChosenOnly: boolean
  readonly categoryIds: readonly string[]
  /** Empty for none. */
  readonly backupId: string
  readonly opensDrawer: boolean
}

/** A new printer prints the kitchen's ticket by itself, and a full one by hand. */
export const newEntry = (language: TicketLanguage): PrinterEntry => ({
  name: '',
  kind: 'escpos',
  address: '',
  width: 80,
  prints: {
    kitchen: { on: 'accept', copies: 1 },
    bag: { on: 'never', copies: 1 },
    full: { on: 'demand', copies: 1 },
  },
  otherRules: [],
  language,
  second: '',
  isChosenOnly: false,
  categoryIds: [],
  backupId: '',
  opensDrawer: false,
})

export function entryOf(printer: Printer): PrinterEntry {
  const [language = 'en', second = ''] = printer.languages
  const ruleOf = (kind: TicketKind) => {
    const rule = printer.prints.find(({ what }) => what === kind)
    return { on: rule?.on ?? 'never', copies: rule?.copies ?? 1 } as const
  }
  return {
    name: printer.name,
    kind: printer.kind,
    address: printer.address ?? '',
    width: printer.width,
    prints: { kitchen: ruleOf('kitchen'), bag: ruleOf('bag'), full: ruleOf('full') },
    otherRules: printer.prints.filter((rule) => printer.prints.find(({ what }) => what === rule.what) !== rule),
    language,
    second,
    isChosenOnly: printer.category_ids !== null,
    categoryIds: printer.category_ids ?? [],
    backupId: printer.backup_id ?? '',
    opensDrawer: printer.opens_drawer,
  }
}

export type EntryProblem = 'bad_name' | 'noAddress' | 'noCategory'

/** What is missing in the form. */
export function problemOf({ name, kind, address, isChosenOnly, categoryIds }: PrinterEntry): EntryProblem | undefined {
  if (readName(name) === undefined) return 'bad_name'
  if (kind === 'escpos' && address.trim() === '') return 'noAddress'
  return isChosenOnly && categoryIds.length === 0 ? 'noCategory' : undefined
}

const usualPort = 9100

/** An address with its port. An IPv6 address has colons of its own, so it has a port only behind brackets. */
function withPort(typed: string): string {
  const address = typed.trim()
  if (/^\[[^\]]*\]:\d+$/.test(address) || /^[^:[\]]+:\d+$/.test(address)) return address
  return address.split(':').length > 2 && !address.startsWith('[')
    ? `[${address}]:${usualPort}`
    : `${address}:${usualPort}`
}

/** The printer for the desk. Its kind is left out of a change, because it stays. */
export const fieldsOf = (entry: PrinterEntry, isNew: boolean) => ({
  name: entry.name,
  ...(isNew && { kind: entry.kind }),
  address: entry.kind === 'escpos' ? withPort(entry.address) : null,
  width: entry.width,
  prints: ticketKinds.flatMap((what): PrintRule[] => {
    const { on, copies } = entry.prints[what]
    if (on === 'never') return []
    const others = entry.otherRules.filter((rule) => rule.what === what && rule.on !== on)
    return [{ what, on, copies }, ...others]
  }),
  languages: [entry.language, ...(entry.second === '' ? [] : [entry.second])],
  category_ids: entry.isChosenOnly ? [...entry.categoryIds] : null,
  backup_id: entry.backupId === '' ? null : entry.backupId,
  opens_drawer: entry.opensDrawer,
})
