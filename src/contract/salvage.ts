import * as z from 'zod/mini'
import { Integer } from './plain.ts'
import { isRecord } from './json.ts'

/** Something was sent where a field belongs, and it is not what the field may be. Kept, so that it can be shown. */
export class Unreadable {
  readonly raw: unknown

  constructor(raw: unknown) {
    this.raw = raw
  }
}

/** What can be read of a `T`: every field may be missing (`undefined`) or unreadable, at every depth. */
export type Salvaged<T> = unknown extends T
  ? T
  : T extends readonly (infer Member)[]
    ? (Salvaged<Member> | Unreadable)[]
    : T extends object
      ? { [Key in keyof T]?: Salvaged<T[Key]> | Unreadable | undefined }
      : T

/** The value, or nothing where it could not be read. */
export const readable = <T>(value: T | Unreadable): T | undefined => (value instanceof Unreadable ? undefined : value)

type Definition = z.core.$ZodTypes['_zod']['def']

/**
 * Reads field by field against a schema: one bad field becomes `Unreadable` and leaves the others be, where
 * parsing the whole would blank an order that is about to expire. Never throws.
 *
 * unspecified: services of this kind send numbers as strings, ids as numbers, `[]` for an empty object and null
 * for what they do not know. Those are taken where only one meaning is possible; nothing is ever guessed.
 */
export function salvage<Schema extends z.core.$ZodType>(
  schema: Schema,
  raw: unknown,
): Salvaged<z.core.output<Schema>> | Unreadable | undefined {
  return read(schema, raw) as Salvaged<z.core.output<Schema>> | Unreadable | undefined
}

function read(schema: z.core.$ZodType, raw: unknown): unknown {
  // Read before, and no more readable now.
  if (raw instanceof Unreadable) return raw
  const definition = schema._zod.def as Definition
  switch (definition.type) {
    case 'unknown':
      return raw
    case 'nullable':
      return raw === null ? null : read(definition.innerType, raw)
    case 'optional':
      return read(definition.innerType, raw)
    case 'object':
      return readObject(definition.shape, raw)
    case 'array':
      return readArray(definition.element, raw)
    default:
      // Text of which nothing is asked, as most fields are: zod would find no more, and take ten times as long.
      if (typeof raw === definition.type && !('checks' in definition || 'format' in definition)) return raw
      return readValue(schema, definition.type, raw)
  }
}

function readObject(shape: Readonly<Record<string, z.core.$ZodType>>, raw: unknown): unknown {
  if (raw === null || raw === undefined) return undefined
  const isEmptyList = Array.isArray(raw) && raw.length === 0
  if (!isRecord(raw) && !isEmptyList) return new Unreadable(raw)
  const fields: Record<string, unknown> = isRecord(raw) ? raw : {}
  const found: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(shape)) {
    found[key] = Object.hasOwn(fields, key) ? read(schema, fields[key]) : undefined
  }
  return found
}

function readArray(element: z.core.$ZodType, raw: unknown): unknown {
  if (raw === null || raw === undefined) return undefined
  const members = Array.isArray(raw) ? (raw as unknown[]) : numberedMembers(raw)
  if (!members) return new Unreadable(raw)
  // A member that is missing is no field that was left out: it stands in the list, and cannot be read.
  return members.map((member) => read(element, member) ?? new Unreadable(member))
}

/** `{"0": …, "2": …}` is what a list with a gap becomes on its way through PHP. */
function numberedMembers(raw: unknown): unknown[] | undefined {
  if (!isRecord(raw)) return undefined
  return Object.keys(raw).every((key) => /^\d+$/.test(key)) ? Object.values(raw) : undefined
}

// At most 15 digits: a double holds every such decimal, so the amount read is the amount sent.
const decimal = /^-?(?=(?:\.?\d){1,15}$)\d+(?:\.\d+)?$/

function readValue(schema: z.core.$ZodType, type: Definition['type'], raw: unknown): unknown {
  if (raw === null || raw === undefined) return undefined
  let value = raw
  if ((type === 'number' || schema === Integer) && typeof raw === 'string' && decimal.test(raw)) value = Number(raw)
  if (type === 'string' && typeof raw === 'number' && Number.isSafeInteger(raw)) value = String(raw)
  const result = z.safeParse(schema, value)
  return result.success ? result.data : new Unreadable(raw)
}
