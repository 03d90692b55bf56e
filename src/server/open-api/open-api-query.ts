import { orderOutcomes } from '#contract/desk/order-outcome.ts'
import { reportTables } from '#contract/desk/reports.ts'
import { lastPageThinkable, perPageThinkable } from '#contract/vendor/catalog-endpoints.ts'
import type { OperationName } from '#server/api-keys/key-access.ts'
import { type JsonSchema, moment } from './json-schema.ts'

// What the parameters of a query may be. The contract has them as the texts that an address holds.

const text: JsonSchema = { type: 'string' }
const day: JsonSchema = { type: 'string', format: 'date' }
const flag: JsonSchema = { type: 'string', enum: ['1', '0'] }
const oneOf = (values: readonly string[]): JsonSchema => ({ type: 'string', enum: values })

const byOperation: Partial<Readonly<Record<OperationName, Readonly<Record<string, JsonSchema>>>>> = {
  listOrders: { view: oneOf(['open', 'closed']), outcome: oneOf(orderOutcomes), from: moment, before: moment },
  searchItems: { available: flag, in_stock: flag, discounted: flag, virtual: flag },
  readShift: { from: moment, to: moment, bars_from: moment },
  readReport: { from: day, to: day, format: oneOf(['json', 'csv']), table: oneOf(reportTables) },
}

const everywhere: Readonly<Record<string, JsonSchema>> = {
  page: { type: 'integer', minimum: 1, maximum: lastPageThinkable },
  per_page: { type: 'integer', minimum: 1, maximum: perPageThinkable },
}

/** The schema of a parameter of an operation's query. */
export const querySchema = (operation: OperationName, parameter: string): JsonSchema =>
  byOperation[operation]?.[parameter] ?? everywhere[parameter] ?? text
