/** An amount as a whole number of its smallest decimal: 12.5 is 125 with one decimal. */
interface Exact {
  readonly units: bigint
  readonly decimals: number
}

/**
 * Adds amounts, numbers or decimal texts, as the decimals in which they were written, because binary fractions do not
 * add up: 0.1 + 0.2.
 * @returns the exact sum as a decimal text: `0.3`
 */
export function sumOf(amounts: readonly (number | string)[]): string {
  const exact = amounts.map(exactOf)
  const decimals = Math.max(0, ...exact.map((each) => each.decimals))
  const units = exact.reduce((sum, each) => sum + each.units * 10n ** BigInt(decimals - each.decimals), 0n)
  return textOf({ units, decimals })
}

/** @throws {RangeError} if the amount is infinite or not a number */
function exactOf(amount: number | string): Exact {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(amount)) ?? []
  if (whole === '') throw new RangeError('The amount is no number.')
  const units = BigInt(`${sign}${whole}${fraction}`)
  const decimals = fraction.length - Number(exponent)
  return decimals < 0 ? { units: units * 10n ** BigInt(-decimals), decimals: 0 } : { units, decimals }
}

function textOf({ units, decimals }: Exact): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const end = digits.length - decimals
  const fraction = digits.slice(end).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, end)}${fraction && `.${fraction}`}`
}

/** The decimals that shops use, for currencies on which engines differ; they follow the standard on the others. */
const decimalsOf: Readonly<Record<string, number>> = {
  IQD: 0,
  LBP: 0,
  SYP: 0,
  YER: 0,
  KWD: 3,
  BHD: 3,
  JOD: 3,
  TND: 3,
  OMR: 3,
  LYD: 3,
}

/** The decimals of the amount itself, because amounts are never rounded. */
const decimalsIn = (amount: number): number => /\.(\d+)$/.exec(String(amount))?.[1]?.length ?? 0

/** The decimals of an amount on the screen and on paper; `standard` are the platform's for the currency. */
export const decimalsFor = (amount: number, currency: string | undefined, standard = 2): number =>
  Math.max(decimalsOf[currency ?? ''] ?? standard, decimalsIn(amount))
