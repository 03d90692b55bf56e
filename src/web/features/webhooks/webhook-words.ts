import type { Delivery, OutgoingWebhook, WebhookState } from '#contract/desk/outgoing-webhooks.ts'
import { Failure } from '#web/api/http/failure.ts'
import { formatSent } from '#web/format/times.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Translate } from '#web/i18n/translations.tsx'

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

/** What the receiver does, in words. */
export function stateWords({ state, since, failure }: OutgoingWebhook, t: Translate, language: Language): string {
  const time = since === null ? '' : formatSent(since, language, t, { isShort: true })
  if (state === 'failing' && failure) return t('webhooks.is.failing', { time, why: whyWords(failure, t) })
  return state === 'ended'
    ? t('webhooks.is.ended', { time })
    : t(state === 'paused' ? 'webhooks.is.paused' : 'webhooks.is.delivering')
}

/** What became of a delivery. */
export function deliveryWords({ state, next_at: nextAt, tries }: Delivery, t: Translate, language: Language): string {
  if (state !== 'waiting') return t(`webhooks.message.${state}`)
  if (nextAt === null) return t('webhooks.message.behind')
  if (tries === 0) return t('webhooks.message.waiting')
  return t('webhooks.message.retrying', { time: formatSent(nextAt, language, t, { isShort: true }) })
}

const formCodes = ['bad_webhook', 'bad_address'] as const
export type FormCode = (typeof formCodes)[number]

/** The error code, if it can be corrected in the form. */
export const formCodeOf = (error: Error | null): FormCode | undefined =>
  error instanceof Failure ? formCodes.find((code) => code === error.code) : undefined

/** Why a change failed, and what to do. */
export function failureWords(error: Error, t: Translate): string {
  const code = error instanceof Failure ? error.code : undefined
  switch (code) {
    case 'no_contact':
      return t('people.noContact')
    case 'sign_in_required':
      return t('webhooks.signInFirst')
    case 'manager_required':
      return t('webhooks.managerOnly')
    case 'webhook_ended':
      return t('webhooks.endedFirst')
    case 'too_soon':
      return t('webhooks.testSoon')
    default: {
      const known = formCodeOf(error)
      return known ? t(`webhooks.${known}`) : t('people.failed', { message: error.message })
    }
  }
}
