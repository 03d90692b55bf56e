import type { Failure } from '#web/api/http/failure.ts'
import { AnsweredBy } from '#contract/desk/action.ts'
import { formatTime } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Translate } from '#web/i18n/translations.tsx'
import * as z from 'zod/mini'

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
  if (answered?.by) return t(`failure.${code}_by`, { ...answered.by, time })
  return code === 'order_busy' ? t('failure.order_busy') : t('failure.already_answered', { time })
}
