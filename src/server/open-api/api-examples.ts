import type { OperationName } from '#server/api-keys/key-access.ts'
import examples from './api-examples.json' with { type: 'json' }

/** A request that a test has made, and its answer (`api-examples.test.ts`). */
export interface ApiExample {
  readonly operation: OperationName
  /** What it shows. */
  readonly name: string
  readonly request: {
    readonly method: string
    readonly path: string
    /** Besides the key's and that of a body. */
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: unknown
  }
  readonly answer: {
    readonly status: number
    /** JSON, or the text of a stream or a table. */
    readonly body: unknown
  }
}

const all = examples as readonly ApiExample[] // As the test writes it.

/** Their answers, as examples of a body. */
export const answersOf = (some: readonly ApiExample[]) => some.map(({ name, answer }) => ({ name, value: answer.body }))

/** Those that succeed first, because the first one is copied. */
export const examplesOf = (operation: OperationName): readonly ApiExample[] =>
  all
    .filter((example) => example.operation === operation)
    .toSorted((one, other) => one.answer.status - other.answer.status)
