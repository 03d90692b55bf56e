import type { Failure } from '#client/wire/failure.ts'
import { AnsweredBy } from '#contract/desk/answered-by.ts'
import { formatTime } from '#words/format.ts'
import type { Language } from '#words/language.ts'
import type { Say } from '#words/words.tsx'
import * as z from 'zod/mini'

/** What went wrong with an action, and what to do: in our words, and the service's where it has some. */
export function actionFailureWords(failure: Failure, say: Say, language: Language): string {
  const { code, message } = failure
  switch (code) {
    case 'offline':
      return say('failure.offline')
    case 'no_contact':
      return say('failure.noContact')
    case 'vendor_refused':
    case 'vendor_rejected':
      return say(`failure.${code}`, { message })
    case 'already_answered':
    case 'order_busy':
      return answeredWords(code, failure, say, language)
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
      return say(`failure.${code}`)
    default:
      return say('failure.other', { message })
  }
}

function answeredWords(
  code: 'already_answered' | 'order_busy',
  { data }: Failure,
  say: Say,
  language: Language,
): string {
  const answered = z.safeParse(AnsweredBy, data).data
  const time = answered ? formatTime(Date.parse(answered.at), language) : '—'
  if (answered?.by) return say(`failure.${code}_by`, { ...answered.by, time })
  return code === 'order_busy' ? say('failure.order_busy') : say('failure.already_answered', { time })
}
