import type { ApiExample } from './api-examples.ts'
import type { JsonSchema } from './open-api-schemas.ts'

// What the answers of all operations have in common.

export const jsonOf = (schema: JsonSchema, examples: readonly ApiExample[] = []) => ({
  'application/json': withExamples(schema, examples),
})

export const csvOf = (examples: readonly ApiExample[]) => ({ 'text/csv': withExamples({ type: 'string' }, examples) })

const withExamples = (schema: JsonSchema, examples: readonly ApiExample[]) => ({
  schema,
  ...(examples.length > 0 && {
    examples: Object.fromEntries(
      examples.map(({ name, answer }) => [idOf(name), { summary: name, value: answer.body }] as const),
    ),
  }),
})

export const idOf = (name: string): string => name.toLowerCase().replace(/\W+/g, '-')

export const limitHeaders = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
}
