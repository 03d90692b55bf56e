import { isRecord } from '#contract/json.ts'

// Customizations have any shape, so that a hand-over code or a price can be among them.

/** Names of codes, in any spelling. */
const codeName = /\botp\b|(?:pickup|return|hand.?over|redeem|secret|serial).{0,2}(?:otp|codes?|numbers?|pin)\b/iu
/** Names of prices. Not `amount`, which may be one of sugar. */
const priceName =
  /(?<!\p{L})(?:prices?|pricing|costs?|fees?|(?:sur)?charges?|(?:sub)?totals?|currency|iqd|usd|eur|discounts?|tax(?:es)?|vat|prix|tarifs?|coûts?|(?:ال)?(?:سعر|أسعار|تكلفة|رسوم|خصم))(?!\p{L})/iu

// Bounded, because the search for a currency after each digit of a long note would take seconds.
const number = String.raw`\p{Nd}(?:[.,٫٬]?\p{Nd}){0,15}(?:\s\p{Nd}{3}(?!\p{Nd})){0,5}`
// Most codes in capitals, so that no word beside a number is taken for a currency.
const currencies = String.raw`IQD|iqd|USD|EUR|GBP|AED|SAR|KWD|JOD|EGP|TRY|QAR|BHD|OMR|LBP|SYP|IRR|MAD|TND|DZD|[Dd]inars?|دينار[ا-ي]*`
const currency = String.raw`(?:\p{Sc}|(?<!\p{L})(?:${currencies})(?!\p{L})|د\.ع\.?)`
const amountInText = new RegExp(`[+-]?${number}\\s?${currency}|[+-]?${currency}\\s?${number}`, 'gu')
/** A number after the name of a price. Not after `total`, which may be one of pieces. */
const pricedInText = new RegExp(
  String.raw`((?<!\p{L})(?:prices?|costs?|fees?|prix|tarifs?|coûts?|(?:ال)?(?:سعر|تكلفة|رسوم))\s?[:=]?\s?)[+-]?${number}`,
  'giu',
)
/** Members that are prices beside a currency. */
const amountName = /^(?:amount|value)$/iu
const currencyName = /^currency(?:code)?$/iu

/** Deeper than any notes are shown. */
const deepest = 16
const removed = '…'

const spaced = (name: string): string => name.replace(/[_-]+/g, ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')

/** The members of a record that name it. */
const namesOf = (record: Readonly<Record<string, unknown>>): readonly unknown[] => [
  record['name'],
  record['key'],
  record['title'],
  record['label'],
]

const isOneNamed = (names: readonly unknown[], by: RegExp): boolean =>
  names.some((name) => typeof name === 'string' && by.test(spaced(name)))

/** Removes hand-over codes from notes. A text loses what follows the name of one. */
export function withoutCodes(notes: unknown, depth = 0): unknown {
  if (depth > deepest) return removed
  if (typeof notes === 'string') {
    const found = codeName.exec(notes)
    return found ? notes.slice(0, found.index) + found[0] + removed : notes
  }
  if (Array.isArray(notes)) return notes.map((member: unknown) => withoutCodes(member, depth + 1))
  if (!isRecord(notes)) return notes
  const names = namesOf(notes)
  const isNamed = isOneNamed(names, codeName)
  return Object.fromEntries(
    Object.entries(notes).map(([key, member]) => [
      key,
      codeName.test(spaced(key)) || (isNamed && !names.includes(member)) ? removed : withoutCodes(member, depth + 1),
    ]),
  )
}

/**
 * Removes prices from notes: members with the name of one, and amounts with a currency within texts. The rest of a text
 * stays, because it may be about an allergy.
 */
export function withoutPrices(notes: unknown, depth = 0): unknown {
  if (depth > deepest) return removed
  if (typeof notes === 'string')
    return notes.replace(amountInText, removed).replace(pricedInText, (_, name: string) => name + removed)
  if (Array.isArray(notes)) return notes.map((member: unknown) => withoutPrices(member, depth + 1))
  if (!isRecord(notes)) return notes
  const names = namesOf(notes)
  const isNamed = isOneNamed(names, priceName)
  const hasCurrency = Object.keys(notes).some((key) => currencyName.test(key.replace(/[_-]/g, '')))
  const isPrice = ([key, member]: readonly [string, unknown]): boolean =>
    priceName.test(spaced(key)) ||
    (hasCurrency && amountName.test(key)) ||
    (isNamed && typeof member !== 'object' && !names.includes(member))
  return Object.fromEntries(
    Object.entries(notes)
      .filter((each) => !isPrice(each))
      .map(([key, member]) => [key, withoutPrices(member, depth + 1)]),
  )
}
