import { Unreadable } from '#contract/salvage.ts'
import { Failure } from './failure.ts'

/** The list of an answer. @throws {Failure} where it is none: what cannot be read need not be empty. */
export function listIn<T>(data: readonly T[] | Unreadable | null | undefined): readonly T[] {
  if (!data || data instanceof Unreadable) throw new Failure('vendor_unreadable', 'The answer holds no list.')
  return data
}
