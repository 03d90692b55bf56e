import * as z from 'zod/mini'
import { Who } from '#contract/desk/action.ts'
import { DeskError } from '#contract/desk/failure.ts'
import { Alarm, OrderRow, WholeRow } from '#contract/desk/inbox.ts'
import { pickStates } from '#contract/desk/marks.ts'
import { OrderEvent, PrinterEvent, SilenceEvent, TestEvent } from '#contract/desk/outgoing-events.ts'
import { Figures, Report } from '#contract/desk/reports.ts'
import { Shift } from '#contract/desk/shift.ts'
import { Shortage } from '#contract/desk/shortages.ts'
import { isRecord } from '#contract/json.ts'
import { Integer, Nothing, Numbers } from '#contract/plain.ts'
import { CancelReason } from '#contract/vendor/cancel-reason.ts'
import { Brand, CatalogItem, Category, VariantAttribute } from '#contract/vendor/catalog.ts'
import { Order, OrderItem } from '#contract/vendor/order.ts'
import type { KeyAddress, OperationName } from '#server/api-keys/key-access.ts'
import { type JsonSchema, moment, objectOf, orNull, refTo } from './json-schema.ts'
import { fieldWords } from './open-api-field-words.ts'
import { withFormats } from './open-api-formats.ts'

// JSON Schema of the contract. Its custom schemas, which keep the page light, are translated here.

type Schema = z.core.$ZodType

/** Schemas that others refer to by name. */
const named: Readonly<Record<string, Schema>> = {
  Order,
  OrderItem,
  OrderRow,
  WholeRow,
  Who,
  Alarm,
  Shortage,
  CatalogItem,
  Category,
  Brand,
  VariantAttribute,
  CancelReason,
  Shift,
  Figures,
  Report,
  OrderEvent,
  PrinterEvent,
  SilenceEvent,
  TestEvent,
  Error: DeskError,
}

const handOver = orNull(objectOf({ by: refTo('Who'), at: moment, code_matched: { type: 'boolean' } }))
const pick = objectOf({
  line: { type: 'string' },
  state: { type: 'string', enum: pickStates },
  by: refTo('Who'),
  at: moment,
})

const customs = new Map<Schema, JsonSchema>([
  [Integer, { type: 'integer' }],
  [Nothing, { type: 'null' }],
  [Numbers, { type: 'object', additionalProperties: { type: 'number' } }],
  [OrderRow.shape.picks, { type: 'array', items: pick }],
  [OrderRow.shape.handed_over, handOver],
  [OrderRow.shape.returned, handOver],
  [
    OrderRow.shape.line_categories.def.innerType,
    { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  ],
])

/** @throws {Error} for a schema that nobody has translated, so that none is left out by oversight. */
function customSchema({ zodSchema, path }: { readonly zodSchema: Schema; readonly path: readonly unknown[] }) {
  const texts: unknown = 'texts' in zodSchema ? zodSchema.texts : undefined
  const schema = Array.isArray(texts) ? { type: 'string', enum: texts } : customs.get(zodSchema)
  if (!schema) throw new Error(`${path.join('.')} has no JSON Schema: name it in open-api-schemas.ts.`)
  return schema
}

const ofRow = { order: orNull(refTo('Order')), before_change: orNull({ type: 'array', items: refTo('OrderItem') }) }
const matches: JsonSchema = {
  type: 'array',
  items: {
    ...objectOf({
      line: { type: 'string' },
      by: { type: 'string' },
      item: refTo('CatalogItem'),
      read_at: orNull(moment),
    }),
    required: ['line', 'by', 'item'],
  },
}

/** What the contract leaves open because it is read field by field: by schema and field. */
const opened: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  OrderRow: ofRow,
  WholeRow: { ...ofRow, matches },
  'searchItems answer': { data: { type: 'array', items: refTo('CatalogItem') } },
  'readItem answer': { data: refTo('CatalogItem') },
}

/** Schemas with all fields of another, whose words hold for them too. */
const widened: Readonly<Record<string, string>> = { WholeRow: 'OrderRow', Report: 'Figures' }

/** Their times are as the service sent them. */
const ofService: ReadonlySet<string> = new Set([
  'Order',
  'OrderItem',
  'CatalogItem',
  'Category',
  'Brand',
  'VariantAttribute',
])

/** Never in an answer to a key. */
const neverSent = ['pickup_otp', 'return_otp', 'form']

/**
 * The schemas by name, and those of the answers as `NAME answer`. The service may leave fields out and add others, so
 * no answer is closed, and what may be anything is not required.
 */
export function answerSchemas(addresses: readonly KeyAddress[]): ReadonlyMap<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  for (const { name, endpoint } of addresses)
    if (endpoint && !registry.has(endpoint.answer)) registry.add(endpoint.answer, { id: `${name} answer` })
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: customSchema,
  })
  return new Map(
    Object.entries(schemas).map(([id, schema]) => {
      const own = described(withoutClosing(schema), id)
      return [id, ofService.has(id) ? own : withFormats(own)] as const
    }),
  )
}

/** The schema of the body of an operation. */
export const bodySchema = (schema: Schema, operation: OperationName): JsonSchema => {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: customSchema })
  return described(rest, `${operation} body`)
}

function withoutClosing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutClosing)
  if (!isRecord(value)) return value
  const { $schema: _draft, $id: _id, additionalProperties, ...rest } = value
  const isOpen = additionalProperties === false || isEmpty(additionalProperties)
  const kept = isOpen ? rest : { ...rest, additionalProperties: withoutClosing(additionalProperties) }
  return Object.fromEntries(
    Object.entries(isObjectSchema(kept) ? withoutNeverSent(kept) : kept)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, withoutClosing(member)]),
  )
}

interface ObjectSchema extends JsonSchema {
  readonly properties: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
}

const isObjectSchema = (schema: JsonSchema): schema is ObjectSchema =>
  schema['type'] === 'object' && isRecord(schema['properties'])

const isEmpty = (schema: unknown): boolean => isRecord(schema) && Object.keys(schema).length === 0

function withoutNeverSent({ properties, required = [], ...rest }: ObjectSchema): JsonSchema {
  const sent = Object.entries(properties).filter(([name]) => !neverSent.includes(name))
  const kept = new Map(sent)
  return {
    ...rest,
    properties: Object.fromEntries(sent),
    required: required.filter((name) => kept.has(name) && !isEmpty(kept.get(name))),
  }
}

/** Adds the words for fields, and what the contract leaves open. */
function described(schema: unknown, id: string): JsonSchema {
  if (!isRecord(schema)) return {}
  if (!isObjectSchema(schema)) return schema
  const words = { ...fieldWords[widened[id] ?? ''], ...fieldWords[id] }
  const properties = Object.entries(schema.properties).map(([name, member]) => {
    const shape = opened[id]?.[name] ?? member
    const description = words[name]
    return [name, description === undefined ? shape : { description, ...(isRecord(shape) && shape) }] as const
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}
