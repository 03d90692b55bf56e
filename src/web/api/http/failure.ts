import { DeskError, type DeskErrorCode } from '#contract/desk/failure.ts'
import * as z from 'zod/mini'

/**
 * Why a call failed: a code of the desk's server, or one of the page's own.
 * `offline`: the request was not sent. `no_contact`: it was sent, but no answer of the desk came back.
 */
export type FailureCode = DeskErrorCode | 'offline' | 'no_contact'

export class Failure extends Error {
  readonly code: FailureCode
  readonly status: number | undefined
  /** Details of the error, for example who answered first. */
  readonly data: unknown

  constructor(code: FailureCode, message: string, status?: number, data?: unknown) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}

/** The error's code, if it is one of these. */
export const codeAmong = <Code extends FailureCode>(error: unknown, codes: readonly Code[]): Code | undefined =>
  error instanceof Failure ? codes.find((code) => code === error.code) : undefined

/** Reads an error of the desk. Anything else, such as a proxy's HTML or a cut answer, becomes `no_contact`. */
export function toFailure(status: number, body: unknown): Failure {
  const error = z.safeParse(DeskError, body)
  if (!error.success) return new Failure('no_contact', `The answer (${status}) is not the desk’s.`, status)
  const { code, message, data } = error.data
  // A code that this page does not know yet gets the general message.
  return new Failure(code as FailureCode, message, status, data)
}
