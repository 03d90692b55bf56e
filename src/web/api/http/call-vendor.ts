import { isAnswerWithData } from '#contract/desk/failure.ts'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { salvage, type Salvaged, Unreadable } from '#contract/salvage.ts'
import { type Ask, ask } from './call.ts'
import { Failure } from './failure.ts'

/** Calls the vendor through the desk. @returns the readable fields of the answer. @throws {Failure} */
export async function callVendor<E extends Endpoint>(endpoint: E, options: Ask<E>): Promise<Salvaged<AnswerOf<E>>> {
  const { body } = await ask(endpoint, options)
  if (!isAnswerWithData(body)) throw new Failure('vendor_unreadable', 'The answer holds no data.')
  return salvage(endpoint.answer, body) as Salvaged<AnswerOf<E>>
}

/** The list of an answer. @throws {Failure} if it is unreadable, because it need not be empty. */
export function listIn<T>(data: readonly T[] | Unreadable | null | undefined): readonly T[] {
  if (!data || data instanceof Unreadable) throw new Failure('vendor_unreadable', 'The answer holds no list.')
  return data
}
