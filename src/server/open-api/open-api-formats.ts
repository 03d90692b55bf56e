import { isRecord } from '#contract/json.ts'
import type { JsonSchema } from './json-schema.ts'

// The contract has moments as texts, and versions as numbers. Generated clients want to know which ones these are.

/** Fields of the desk's own that are a moment, wherever they stand. */
const moments = /(?:^at|^since|^until|^timestamp|^server_time|^respond_by|^waiting_since|_at|_until)$/

/** Says of texts that are a moment, and of numbers that are a version, what they are. */
export function withFormats(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties' && isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, formatted(name, field)] as const))
        : within(value),
    ]),
  )
}

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within)
  return isRecord(value) ? withFormats(value) : value
}

function formatted(name: string, field: unknown): unknown {
  if (!isRecord(field)) return field
  if (name === 'version' && field['type'] === 'number') return { ...field, type: 'integer' }
  if (!moments.test(name)) return withFormats(field)
  const { anyOf } = field
  if (Array.isArray(anyOf)) return { ...field, anyOf: anyOf.map((each: unknown) => formatted(name, each)) }
  return field['type'] === 'string' ? { ...field, format: 'date-time' } : withFormats(field)
}
