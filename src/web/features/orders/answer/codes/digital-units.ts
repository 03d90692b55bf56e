import { isCode, trimCode, unitsOf } from '#contract/desk/digital-code.ts'
import type { ItemMatch } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import { readable } from '#contract/salvage.ts'
import type { AcceptBody } from '#contract/vendor/order-endpoints.ts'
import { orderItems, type ReadOrder } from '#contract/vendor/order.ts'

/** A line of the order that may hold digital goods. */
export interface DigitalLine {
  readonly itemId: string
  readonly name: string
  /** How many units; nothing where it could not be read, and a person has to say. */
  readonly quantity: number | undefined
  /** The catalog says that it is none: it may be wrong, or its item another one. */
  readonly isPhysical: boolean
}

/** What is typed for one unit. It lives here and in the request, and nowhere else. */
export interface UnitCodes {
  readonly secret: string
  readonly serial: string
}

export const noCodes: UnitCodes = { secret: '', serial: '' }

/** The lines that can be named to the service; those of which the catalog says that they are no digital goods come last. */
export function digitalLines(order: ReadOrder, matches: readonly ItemMatch[]): readonly DigitalLine[] {
  const physical = new Set(matches.filter(saysPhysical).map(({ line }) => line))
  const lines = namedLines(order).map((line) => ({ ...line, isPhysical: physical.has(line.itemId) }))
  return [...lines.filter((line) => !line.isPhysical), ...lines.filter((line) => line.isPhysical)]
}

const saysPhysical = ({ item }: ItemMatch): boolean => isRecord(item) && item['is_virtual'] === false

const namedLines = (order: ReadOrder): readonly Omit<DigitalLine, 'isPhysical'>[] =>
  orderItems(order).flatMap((item) => {
    const line = readable(item)
    const itemId = readable(line?.id)
    if (!itemId) return []
    return [
      {
        itemId,
        name: readable(readable(line?.product)?.name) || `#${itemId}`,
        quantity: unitsOf(readable(line?.quantity)),
      },
    ]
  })

const separators = /\t|;|,| {2,}/

/**
 * Spreads pasted lines over the units from `first` on: one line a unit, its secret and serial parted by a tab, a comma,
 * a semicolon or two spaces. Lines beyond the last unit are left out.
 * @returns nothing where one line was pasted: that goes where the cursor is.
 */
export function spread(units: readonly UnitCodes[], first: number, pasted: string): readonly UnitCodes[] | undefined {
  const lines = pasted
    .split(/\r\n|\r|\n/)
    .map(trimCode)
    .filter((line) => line !== '')
  if (lines.length < 2) return undefined
  return units.map((unit, index) => {
    const line = index < first ? undefined : lines[index - first]
    if (line === undefined) return unit
    const [secret = '', serial] = line.split(separators).map(trimCode)
    return { secret, serial: serial ?? unit.serial }
  })
}

export type CodeProblem = 'missing' | 'bad'

/** What stands in the way of sending this code. */
export function problemOfCode(typed: string): CodeProblem | undefined {
  const code = trimCode(typed)
  if (code === '') return 'missing'
  return isCode(code) ? undefined : 'bad'
}

const codesOf = (units: readonly UnitCodes[]) => units.flatMap(({ secret, serial }) => [secret, serial])

/** What stands in the way of sending these codes: that some are missing goes before that some cannot be codes. */
export function problemOf(units: readonly UnitCodes[]): CodeProblem | undefined {
  const problems = codesOf(units).map(problemOfCode)
  return problems.includes('missing') ? 'missing' : problems.find((problem) => problem !== undefined)
}

/** Whether anything has been typed at all. */
export const hasTyped = (units: readonly UnitCodes[]): boolean => codesOf(units).some((code) => code !== '')

/** Whether a secret code stands more than once: most likely pasted twice. */
export function isDoubled(units: readonly UnitCodes[]): boolean {
  const secrets = units.map(({ secret }) => trimCode(secret)).filter((secret) => secret !== '')
  return new Set(secrets).size < secrets.length
}

/** The codes as the service wants them: one entry a unit, each with its line's id. */
export const toAcceptBody = (
  lines: readonly (readonly [itemId: string, units: readonly UnitCodes[]])[],
): AcceptBody => ({
  items: lines.flatMap(([order_item_id, units]) =>
    units.map(({ secret, serial }) => ({
      order_item_id,
      secret_code: trimCode(secret),
      serial_number: trimCode(serial),
    })),
  ),
})

/** The order whose codes somebody wants to enter, on the way from its card to its screen; empty for none. */
export const codesWanted = { of: '' }
