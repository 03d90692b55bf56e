import type { Failure } from '#web/api/http/failure.ts'
import { notify, notifyBriefly } from '#web/api/toasts.ts'
import { AnsweredBy } from '#contract/desk/action.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { paths } from '#contract/screen-paths.ts'
import { orderNumber } from '#web/format/order-number.ts'
import { formatTime } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Translate } from '#web/i18n/translations.tsx'
import * as z from 'zod/mini'
import { actionFailureWords } from './failure-words.ts'
import { isUntilMoved } from './bar-presses.ts'

/** Shows a toast for a failed answer whose card or screen is gone or about to go. */
export function tellOtherScreens(order: ReadOrder, failure: Failure, t: Translate, language: Language): void {
  const number = orderNumber(order)
  const faster = failure.code === 'already_answered' ? z.safeParse(AnsweredBy, failure.data).data : undefined
  if (faster?.by) {
    const time = formatTime(Date.parse(faster.at), language)
    notify(t(`faster.${faster.action}`, { ...faster.by, number, time }))
    return
  }
  notify(t('after.failed', { number, message: actionFailureWords(failure, t, language) }), {
    link: { to: paths.order(order.id), name: t('notice.open') },
    ...(isUntilMoved(failure) && { untilMoved: order.id }),
  })
}

/** Shows a brief toast for an accepted order, because its card has moved, perhaps out of sight. */
export function tellAccepted(order: ReadOrder, t: Translate): void {
  const link = { to: paths.order(order.id), name: t('notice.open') }
  notifyBriefly(t('after.accepted', { number: orderNumber(order) }), { link })
}
