import type { AnsweredBy } from '#contract/desk/action.ts'
import { editJson, isRecord } from '#contract/json.ts'
import { answer, answerText, HttpError } from '#server/http/http-error.ts'
import type { ActionAttempt, SavedFailure } from '#domain/action-attempt.ts'

/** A 202: sent, outcome unknown. `lastKnown` is the vendor's last answer with the order. */
export const unknownOutcome = (lastKnown: string | undefined): Response =>
  lastKnown === undefined
    ? answer(202, { outcome: 'unknown', data: null })
    : answerText(
        202,
        editJson(lastKnown, (tree) => ({ outcome: 'unknown', data: isRecord(tree) ? tree['data'] : null })),
      )

const answeredBy = (attempt: ActionAttempt): AnsweredBy => ({
  order: attempt.orderId,
  action: attempt.action,
  by: attempt.by,
  at: new Date(attempt.at).toISOString(),
})

/** Another attempt is in progress, or its outcome is unknown. */
export const orderBusy = (attempt: ActionAttempt) =>
  new HttpError(409, 'order_busy', 'This order was answered, and it is not known yet what came of it.', {
    data: answeredBy(attempt),
  })

/** Somebody else answered first. */
export const alreadyAnswered = (attempt: ActionAttempt) =>
  new HttpError(409, 'already_answered', 'This order has been answered already.', { data: answeredBy(attempt) })

/** Converts an error to its stored form. */
export const savedFailure = ({ status, code, message, details }: HttpError): SavedFailure => ({
  status,
  code,
  message,
  ...(details.retryAfterMs !== undefined && { retryAfterMs: details.retryAfterMs }),
  ...('data' in details && { data: details.data }),
})

/** Restores an error from its stored form. */
export const toHttpError = ({ status, code, message, ...details }: SavedFailure): HttpError =>
  new HttpError(status, code, message, details)
