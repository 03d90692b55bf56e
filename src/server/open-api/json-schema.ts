/** JSON Schema, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A schema of the description's components, by its name. */
export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

export const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

/** An object that has all of these fields, and may have others. */
export const objectOf = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

/** A point in time, as ISO 8601. */
export const moment: JsonSchema = { type: 'string', format: 'date-time' }
