import { type Delivery, type OutgoingWebhook, testEvent, type WebhookState } from '#contract/desk/outgoing-webhooks.ts'
import { formatSent } from '#web/format/times.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Translate } from '#web/i18n/translations.tsx'
import { changeFailureWords } from '#web/manage/change.tsx'

/** What a webhook is called: the name of its receiver. The rest of the address may be long, and hold a secret. */
export const nameOf = ({ url }: Pick<OutgoingWebhook, 'url'>): string => new URL(url).host

export const stateInks: Readonly<Record<WebhookState, string>> = {
  delivering: 'text-good',
  failing: 'text-red',
  paused: 'text-soft',
  ended: 'text-red',
}

export const deliveryInks: Readonly<Record<Delivery['state'], string>> = {
  waiting: 'text-soft',
  delivered: 'text-good',
  parked: 'text-red',
}

type Answer = NonNullable<OutgoingWebhook['failure']>

/** Why a delivery failed, as a part of a sentence. */
export const whyWords = ({ status, problem }: Answer, t: Translate): string =>
  problem ? t(`webhooks.why.${problem}`) : t('webhooks.why.status', { status: `${status}` })

/** What to do about a failure. */
export function todoWords({ status, problem }: Answer, t: Translate): string {
  if (problem === 'not_public') return t('webhooks.todo.not_public')
  if (problem === 'not_found' || isElsewhere(status)) return t('webhooks.todo.address')
  if (problem) return t('webhooks.todo.receiver')
  return t(status === 401 || status === 403 ? 'webhooks.todo.secret' : 'webhooks.todo.owner')
}

/** The address leads elsewhere, or to nothing. */
const isElsewhere = (status: number | null): boolean =>
  status !== null && ((status >= 300 && status < 400) || status === 404 || status === 405 || status === 410)

/** Why it failed, and what to do. */
export const notDeliveredWords = (answer: Answer, t: Translate): string =>
  `${t('webhooks.notDelivered', { why: whyWords(answer, t) })} ${todoWords(answer, t)}`

export const isSameAnswer = (one: Answer, other: Answer): boolean =>
  one.status === other.status && one.problem === other.problem

/** What the receiver does, in words. */
export function stateWords({ state, since, failure }: OutgoingWebhook, t: Translate, language: Language): string {
  const time = since === null ? '' : formatSent(since, language, t, { isShort: true })
  if (state === 'failing' && failure) return t('webhooks.is.failing', { time, why: whyWords(failure, t) })
  return state === 'ended'
    ? t('webhooks.is.ended', { time })
    : t(state === 'paused' ? 'webhooks.is.paused' : 'webhooks.is.delivering')
}

/** What became of a delivery. */
export function deliveryWords(delivery: Delivery, t: Translate, language: Language): string {
  const { state, event, next_at: nextAt, tries } = delivery
  // A test is tried once, so nobody has given it up.
  if (state === 'parked' && event === testEvent) return t('webhooks.message.failed')
  if (state !== 'waiting') return t(`webhooks.message.${state}`)
  if (nextAt === null || tries === 0) return t('webhooks.message.waiting')
  return t('webhooks.message.retrying', { time: formatSent(nextAt, language, t, { isShort: true }) })
}

/** Why a change failed, and what to do. */
export const failureWords = (error: Error, t: Translate): string =>
  changeFailureWords(error, t, {
    sign_in_required: t('webhooks.signInFirst'),
    manager_required: t('webhooks.managerOnly'),
    webhook_ended: t('webhooks.endedFirst'),
    too_soon: t('webhooks.testSoon'),
    bad_webhook: t('webhooks.bad_webhook'),
    bad_address: t('webhooks.bad_address'),
  })
