import type { Failure } from '#client/wire/failure.ts'
import { notify } from '#client/notices/notices.ts'
import { notifyBriefly } from '#client/notices/notify-briefly.ts'
import { AnsweredBy } from '#contract/desk/answered-by.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { paths } from '#paths.ts'
import { orderNumber } from '#reading/order-number.ts'
import { loadRest } from '#words/catalogs.ts'
import { formatTime } from '#words/format.ts'
import type { Language } from '#words/language.ts'
import type { Say } from '#words/words.tsx'
import * as z from 'zod/mini'
import { actionFailureWords } from './failure-words.ts'
import { isUntilMoved } from './is-until-moved.ts'

/** Tells what came of an answer whose place on the screen is gone, or about to go. */
export async function tellElsewhere(order: ReadOrder, failure: Failure, say: Say, language: Language): Promise<void> {
  await loadRest()
  const number = orderNumber(order)
  const faster = failure.code === 'already_answered' ? z.safeParse(AnsweredBy, failure.data).data : undefined
  if (faster?.by) {
    const time = formatTime(Date.parse(faster.at), language)
    notify(say(`faster.${faster.action}`, { ...faster.by, number, time }))
    return
  }
  notify(say('after.failed', { number, message: actionFailureWords(failure, say, language) }), {
    link: { to: paths.order(order.id), name: say('notice.open') },
    ...(isUntilMoved(failure) && { untilMoved: order.id }),
  })
}

/** Says for a moment that an order is accepted: by then its card stands somewhere else, which may be out of sight. */
export async function tellAccepted(order: ReadOrder, say: Say): Promise<void> {
  await loadRest()
  const link = { to: paths.order(order.id), name: say('notice.open') }
  notifyBriefly(say('after.accepted', { number: orderNumber(order) }), { link })
}
