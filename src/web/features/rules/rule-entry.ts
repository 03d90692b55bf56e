import type { AutoAccept } from '#contract/desk/rules.ts'
import { westernDigits } from '#contract/text.ts'

/** The rule as it is typed: a limit is a text, empty for none. */
export interface RuleEntry extends Omit<AutoAccept, 'enabled' | 'max_total' | 'max_pieces' | 'max_open'> {
  readonly max_total: string
  readonly max_pieces: string
  readonly max_open: string
}

const limitText = (limit: number | null): string => (limit === null ? '' : String(limit))

export const entryOf = ({ enabled: _enabled, ...rule }: AutoAccept): RuleEntry => ({
  ...rule,
  max_total: limitText(rule.max_total),
  max_pieces: limitText(rule.max_pieces),
  max_open: limitText(rule.max_open),
})

/** Thousands separators: spaces, and commas between groups of three digits (`25,000`), also Arabic ones. */
const separators = /\s|,(?=\d{3}(?:\D|$))/g

/** A typed limit; NaN if it is no number. */
function limitOf(text: string): number | null {
  const digits = westernDigits(text).replaceAll('٬', ',').replaceAll('٫', '.')
  const typed = digits.replace(separators, '').replace(',', '.')
  return typed === '' ? null : /^\d{1,12}(?:\.\d{1,3})?$/.test(typed) ? Number(typed) : Number.NaN
}

export const ruleOf = (entry: RuleEntry): Omit<AutoAccept, 'enabled'> => ({
  ...entry,
  max_total: limitOf(entry.max_total),
  max_pieces: limitOf(entry.max_pieces),
  max_open: limitOf(entry.max_open),
})

export const isSameEntry = (one: RuleEntry, other: RuleEntry): boolean =>
  JSON.stringify(ruleOf(one)) === JSON.stringify(ruleOf(other))

export type RuleProblem = 'noDay' | 'badTotal' | 'badPieces' | 'badOpen'

const isCount = (count: number | null): boolean =>
  count === null || (Number.isInteger(count) && count >= 1 && count <= 10_000)

/** What keeps the entry from being a rule. */
export function problemOf(entry: RuleEntry): RuleProblem | undefined {
  const { weekdays, max_total: total, max_pieces: pieces, max_open: open } = ruleOf(entry)
  if (weekdays.length === 0) return 'noDay'
  if (total !== null && !(total > 0)) return 'badTotal'
  if (!isCount(pieces)) return 'badPieces'
  return isCount(open) ? undefined : 'badOpen'
}
