import * as z from 'zod/mini'
import { Integer } from './plain.ts'
import { isRecord } from './json.ts'

/** A field's value that does not match its schema. Saved so that it can be shown. */
export class Unreadable {
  readonly raw: unknown

  constructor(raw: unknown) {
    this.raw = raw
  }
}

/** The readable part of a `T`: every field may be missing (`undefined`) or unreadable, at every depth. */
export type Salvaged<T> = unknown extends T
  ? T
  : T extends readonly (infer Member)[]
    ? (Salvaged<Member> | Unreadable)[]
    : T extends object
      ? { [Key in keyof T]?: Salvaged<T[Key]> | Unreadable | undefined }
      : T

/** The value, or undefined if it could not be read. */
export const readable = <T>(value: T | Unreadable): T | undefined => (value instanceof Unreadable ? undefined : value)

type Definition = z.core.$ZodTypes['_zod']['def']

/**
 * Reads field by field against a schema. A bad field becomes `Unreadable` and leaves the others usable, where parsing
 * the whole would blank an order that is about to expire. Never throws. unspecified: similar services send numbers as
 * strings, ids as numbers, `[]` for an empty object and null for unknown. Those are accepted if only one meaning is
 * possible; nothing is guessed.
 */
export function salvage<Schema extends z.core.$ZodType>(
  schema: Schema,
  raw: unknown,
): Salvaged<z.core.output<Schema>> | Unreadable | undefined {
  return read(schema, raw) as Salvaged<z.core.output<Schema>> | Unreadable | undefined
}

function read(schema: z.core.$ZodType, raw: unknown): unknown {
  // It was unreadable before, and still is.
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
      // Plain text fields, which are most, skip zod: it would find nothing more and take ten times as long.
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
  // A missing member of a list is unreadable and not an omitted field.
  return members.map((member) => read(element, member) ?? new Unreadable(member))
}

/** PHP turns a list with a gap into `{"0": …, "2": …}`. */
function numberedMembers(raw: unknown): unknown[] | undefined {
  if (!isRecord(raw)) return undefined
  return Object.keys(raw).every((key) => /^\d+$/.test(key)) ? Object.values(raw) : undefined
}

// At most 15 digits, because a double holds every such decimal exactly.
const decimal = /^-?(?=(?:\.?\d){1,15}$)\d+(?:\.\d+)?$/

function readValue(schema: z.core.$ZodType, type: Definition['type'], raw: unknown): unknown {
  if (raw === null || raw === undefined) return undefined
  let value = raw
  if ((type === 'number' || schema === Integer) && typeof raw === 'string' && decimal.test(raw)) value = Number(raw)
  if (type === 'string' && typeof raw === 'number' && Number.isSafeInteger(raw)) value = String(raw)
  const result = z.safeParse(schema, value)
  return result.success ? result.data : new Unreadable(raw)
}
