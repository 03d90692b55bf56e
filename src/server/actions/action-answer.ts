import type { AnsweredBy } from '#contract/desk/action.ts'
import { editJson, isRecord } from '#contract/json.ts'
import { answer, answerText, HttpError } from '#server/http/http-error.ts'
import type { Tap, SavedFailure } from '#domain/action-attempt.ts'

// What a tablet is told of a tap.

/** Sent, and not known yet whether it was done; `lastKnown` is the vendor's answer with the order as it was last read. */
export const unknownOutcome = (lastKnown: string | undefined): Response =>
  lastKnown === undefined
    ? answer(202, { outcome: 'unknown', data: null })
    : answerText(
        202,
        editJson(lastKnown, (tree) => ({ outcome: 'unknown', data: isRecord(tree) ? tree['data'] : null })),
      )

const answeredBy = (tap: Tap): AnsweredBy => ({
  order: tap.orderId,
  action: tap.action,
  by: tap.by,
  at: new Date(tap.at).toISOString(),
})

/** Somebody is at it, or nobody knows yet what came of it. */
export const orderBusy = (tap: Tap) =>
  new HttpError(409, 'order_busy', 'This order was answered, and it is not known yet what came of it.', {
    data: answeredBy(tap),
  })

/** Somebody was faster. */
export const alreadyAnswered = (tap: Tap) =>
  new HttpError(409, 'already_answered', 'This order has been answered already.', { data: answeredBy(tap) })

/** A failure as it is kept. */
export const savedFailure = ({ status, code, message, details }: HttpError): SavedFailure => ({
  status,
  code,
  message,
  ...(details.retryAfterMs !== undefined && { retryAfterMs: details.retryAfterMs }),
  ...('data' in details && { data: details.data }),
})

/** A failure as it was kept. */
export const failureTold = ({ status, code, message, ...details }: SavedFailure): HttpError =>
  new HttpError(status, code, message, details)
