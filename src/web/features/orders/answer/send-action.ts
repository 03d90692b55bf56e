import { type Action, AnsweredBy } from '#contract/desk/action.ts'
import { isRecord } from '#contract/json.ts'
import { paths } from '#contract/screen-paths.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { type AcceptBody, orderEndpoints, type RejectBody } from '#contract/vendor/order-endpoints.ts'
import { readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import { ask, changeLimitMs, type Reply, throughDesk } from '#web/api/http/call.ts'
import { isSavedBoardShown } from '#web/api/http/connection-status.ts'
import { Failure } from '#web/api/http/failure.ts'
import { notify, notifyBriefly } from '#web/api/toasts.ts'
import { orderNumber } from '#domain/order-number.ts'
import { formatTime } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Translate } from '#web/i18n/translations.tsx'
import { isUntilMoved } from './bar-presses.ts'
import * as z from 'zod/mini'

/** An action on an order, with its request body. */
export type Answer =
  | { readonly action: 'accept'; readonly body?: AcceptBody }
  | { readonly action: 'reject'; readonly body: RejectBody }
  | { readonly action: 'ready' }

const endpoints = {
  accept: throughDesk(orderEndpoints.acceptOrder),
  reject: throughDesk(orderEndpoints.rejectOrder),
  ready: throughDesk(orderEndpoints.markOrderReady),
} satisfies Record<Action, unknown>

const retryMs = 4000

/** How long an attempt is resent while the server does not answer. Then staff must decide again. */
const lostForMs = changeLimitMs + 25_000
/** How long to wait while the server answers that the outcome is unknown. It keeps reconciling on its own. */
const unknownForMs = 5 * 60_000

/** Refusals of the session, which say nothing about an earlier send of the same attempt. */
const sessionRefusals = ['sign_in_required', 'not_enrolled']

/**
 * Sends an attempt under one idempotency key, and resends it with the same key while the outcome is unknown or the server
 * does not answer. Calls `onUnknown` before each wait, with true if the server does not answer. `shownVersion` is the
 * version of the order's row on the screen when the button was pressed.
 * @returns the order as read after the action, if it is readable, and the version of its row.
 * @throws {Failure}
 */
export async function sendAction(
  orderId: OrderId,
  answer: Answer,
  shownVersion: number,
  onUnknown: (isDeskAway: boolean) => void,
): Promise<{ readonly order: ReadOrder | undefined; readonly version: number | undefined }> {
  // Fails at once instead of sending later, when the action may be wrong.
  if (!navigator.onLine || isSavedBoardShown()) throw new Failure('offline', 'The tablet is offline.')
  // `randomUUID` needs a secure context, which HTTPS and loopback are.
  const idempotencyKey = crypto.randomUUID()
  const pressedAt = Date.now()
  // `abs` ends the retries if the clock is set back, instead of extending them.
  const hasPassed = (ms: number) => Math.abs(Date.now() - pressedAt) >= ms
  for (let sends = 1; ; sends += 1) {
    const reply = await sendOnce(orderId, answer, idempotencyKey, shownVersion).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
      // An earlier send may have arrived, so this failure alone does not mean that nothing was sent.
      const isRepeated = sends > 1
      if (isRepeated && sessionRefusals.includes(error.code)) throw stillUnknown()
      const isLost = error.code === 'no_contact' || (isRepeated && error.code === 'store_unavailable')
      if (!isLost) throw error
      if (hasPassed(lostForMs)) throw stillUnknown()
      return undefined
    })
    if (reply && reply.status !== 202) {
      const order = readOrder(orderId, isRecord(reply.body) ? reply.body['data'] : undefined)
      return { order, version: reply.orderVersion }
    }
    // The server has the attempt and reconciles it.
    if (reply && hasPassed(unknownForMs)) throw new Failure('order_busy', 'It is not known yet what came of it.')
    onUnknown(reply === undefined)
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

const stillUnknown = () => new Failure('no_contact', 'It is still not known whether it arrived.')

function sendOnce(orderId: OrderId, answer: Answer, idempotencyKey: string, orderVersion: number): Promise<Reply> {
  const options = { params: { orderId }, idempotencyKey, orderVersion }
  switch (answer.action) {
    case 'accept':
      return ask(endpoints.accept, answer.body ? { ...options, body: answer.body } : options)
    case 'reject':
      return ask(endpoints.reject, { ...options, body: answer.body })
    case 'ready':
      return ask(endpoints.ready, options)
  }
}

/** The message of a failed action, with the service's own words where it sends some. */
export function actionFailureWords(failure: Failure, t: Translate, language: Language): string {
  const { code, message } = failure
  switch (code) {
    case 'offline':
      return t('failure.offline')
    case 'no_contact':
      return t('failure.noContact')
    case 'vendor_refused':
    case 'vendor_rejected':
      return t(`failure.${code}`, { message })
    case 'already_answered':
    case 'order_busy':
      return answeredWords(code, failure, t, language)
    case 'store_unavailable':
    case 'vendor_auth_failed':
    case 'vendor_busy':
    case 'vendor_timeout':
    case 'vendor_unreadable':
    case 'order_not_found':
    case 'sign_in_required':
    case 'not_enrolled':
    case 'bad_order_id':
    case 'no_reason':
    case 'unknown_reason':
    case 'items_required':
    case 'bad_item':
    case 'bad_codes':
      return t(`failure.${code}`)
    default:
      return t('failure.other', { message })
  }
}

function answeredWords(
  code: 'already_answered' | 'order_busy',
  { data }: Failure,
  t: Translate,
  language: Language,
): string {
  const answered = z.safeParse(AnsweredBy, data).data
  const time = answered ? formatTime(Date.parse(answered.at), language) : '—'
  if (answered?.by?.key) return t(`failure.${code}_key`, { name: answered.by.person, time })
  if (answered?.by && !answered.by.rule)
    return t(`failure.${code}_by`, { person: answered.by.person, tablet: answered.by.tablet, time })
  return code === 'order_busy' ? t('failure.order_busy') : t('failure.already_answered', { time })
}

/** Shows a toast for a failed answer whose card or screen is gone or about to go. */
export function notifyOtherScreens(order: ReadOrder, failure: Failure, t: Translate, language: Language): void {
  const number = orderNumber(order)
  const faster = failure.code === 'already_answered' ? z.safeParse(AnsweredBy, failure.data).data : undefined
  if (faster?.by) {
    const time = formatTime(Date.parse(faster.at), language)
    const { person, tablet, rule, key } = faster.by
    if (rule) notify(t('faster.byRule', { number, time }))
    else if (key) notify(t('faster.byKey', { number, name: person, time }))
    else notify(t(`faster.${faster.action}`, { person, tablet, number, time }))
    return
  }
  notify(t('after.failed', { number, message: actionFailureWords(failure, t, language) }), {
    link: { to: paths.order(order.id), name: t('toast.open') },
    ...(isUntilMoved(failure) && { untilMoved: order.id }),
  })
}

/** Shows a brief toast for an accepted order, because its card has moved, perhaps out of sight. */
export function notifyAccepted(order: ReadOrder, t: Translate): void {
  const link = { to: paths.order(order.id), name: t('toast.open') }
  notifyBriefly(t('after.accepted', { number: orderNumber(order) }), { link })
}
