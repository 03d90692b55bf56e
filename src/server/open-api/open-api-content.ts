import type { JsonSchema } from './json-schema.ts'

// What operations have in common.

interface Example {
  readonly name: string
  readonly value: unknown
}

/** A body in JSON, with examples. */
export const jsonOf = (schema: JsonSchema, examples: readonly Example[] = []) => ({
  'application/json': withExamples(schema, examples),
})

/** A table as CSV, with examples. */
export const csvOf = (examples: readonly Example[]) => ({ 'text/csv': withExamples({ type: 'string' }, examples) })

const withExamples = (schema: JsonSchema, examples: readonly Example[]) => ({
  schema,
  ...(examples.length > 0 && {
    examples: Object.fromEntries(examples.map(({ name, value }) => [idOf(name), { summary: name, value }] as const)),
  }),
})

const idOf = (name: string): string => name.toLowerCase().replace(/\W+/g, '-')

export const limitHeaders = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
}
