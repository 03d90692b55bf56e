import { DeskError, type DeskErrorCode } from '#contract/desk/failure.ts'
import * as z from 'zod/mini'

/**
 * Why a call brought nothing: a code of the desk's server, or one of the two that only the page can know.
 * `offline`: nothing was sent. `no_contact`: it was sent, and nothing came back that the desk would say.
 */
export type FailureCode = DeskErrorCode | 'offline' | 'no_contact'

export class Failure extends Error {
  readonly code: FailureCode
  readonly status: number | undefined
  /** What came along with the error: who was faster, for one. */
  readonly data: unknown

  constructor(code: FailureCode, message: string, status?: number, data?: unknown) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}

/** Reads an error of the desk; anything else in its place (a proxy's HTML, half an answer) is no contact with it. */
export function toFailure(status: number, body: unknown): Failure {
  const error = z.safeParse(DeskError, body)
  if (!error.success) return new Failure('no_contact', `The answer (${status}) is not the desk’s.`, status)
  const { code, message, data } = error.data
  // A code that this page does not know yet gets the words for all others.
  return new Failure(code as FailureCode, message, status, data)
}
