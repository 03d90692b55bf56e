import { isCode, trimCode, unitsOf } from '#contract/desk/digital-code.ts'
import type { ItemMatch } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import { readable } from '#contract/salvage.ts'
import type { AcceptBody } from '#contract/vendor/order-endpoints.ts'
import { orderItems, type ReadOrder } from '#contract/vendor/order.ts'

/** An order line that may have digital goods. */
export interface DigitalLine {
  readonly itemId: string
  readonly name: string
  /** The number of units; undefined if unreadable, so that staff must enter it. */
  readonly quantity: number | undefined
  /** The catalog says that the item is physical, which may be wrong. */
  readonly isPhysical: boolean
}

/** The codes typed for one unit. They exist only here and in the request. */
export interface UnitCodes {
  readonly secret: string
  readonly serial: string
}

export const noCodes: UnitCodes = { secret: '', serial: '' }

/** The lines with an id. Those that the catalog calls physical come last. */
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
 * Spreads pasted lines over the units from `first` on. Each line holds a secret and a serial, separated by a tab, comma,
 * semicolon or two spaces. Lines beyond the last unit are dropped.
 * @returns undefined for a single line, which the browser pastes at the cursor.
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

/** Why this code cannot be sent, if it cannot. */
export function problemOfCode(typed: string): CodeProblem | undefined {
  const code = trimCode(typed)
  if (code === '') return 'missing'
  return isCode(code) ? undefined : 'bad'
}

const codesOf = (units: readonly UnitCodes[]) => units.flatMap(({ secret, serial }) => [secret, serial])

/** Why these codes cannot be sent, if they cannot. Missing codes are reported before bad ones. */
export function problemOf(units: readonly UnitCodes[]): CodeProblem | undefined {
  const problems = codesOf(units).map(problemOfCode)
  return problems.includes('missing') ? 'missing' : problems.find((problem) => problem !== undefined)
}

export const hasTyped = (units: readonly UnitCodes[]): boolean => codesOf(units).some((code) => code !== '')

/** Whether a secret occurs twice, most likely because it was pasted twice. */
export function isDoubled(units: readonly UnitCodes[]): boolean {
  const secrets = units.map(({ secret }) => trimCode(secret)).filter((secret) => secret !== '')
  return new Set(secrets).size < secrets.length
}

/** The request body: one entry per unit, each with its line's id. */
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
