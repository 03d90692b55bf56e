import { personWords } from '#web/format/person-words.ts'
import { alertShares, type Alert, type AlertOutcome, type Duty } from '#contract/desk/alerts.ts'
import { formatCountdown, numberFormat, numberingIn } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Translate } from '#web/i18n/translations.tsx'
import { changeFailureWords } from '#web/manage/change.tsx'

export const outcomeInks: Readonly<Record<AlertOutcome, string>> = {
  pending: 'text-soft',
  delivered: 'text-good',
  failed: 'text-red',
  gone: 'text-red',
  not_needed: 'text-soft',
}

/** When a person's phones get no alerts; undefined if they always do. */
export const quietWords = ({ quiet_from: from, quiet_to: to }: Duty, t: Translate): string | undefined =>
  from === null || to === null ? undefined : t('alerts.quietIs', { from, to })

/** When a step of the ladder begins: `after 1:09 (23% of the time to answer)`. */
export function stepWords(step: number, windowSeconds: number, language: Language, t: Translate): string {
  const share = alertShares[step - 1] ?? 1
  return t('alerts.stepAfter', {
    time: formatCountdown(share * windowSeconds, language),
    share: numberFormat(language, { style: 'percent', ...numberingIn(language) }).format(share),
  })
}

/** What an alert is about: `Not answered · Step 2`. */
export function alertName({ kind, step, is_rehearsal: isRehearsal }: Alert, t: Translate): string {
  const parts = [isRehearsal ? t('alerts.rehearsal') : t(`alerts.kind.${kind}`)]
  if (step !== null) parts.push(t('alerts.step', { step }))
  return parts.join(' · ')
}

/** How an alert ended, and by whom. */
export function endWords({ ended }: Alert, t: Translate): string {
  if (!ended) return t('alerts.open')
  const how = t(`alerts.ended.${ended.how}`)
  if (ended.by?.rule) return `${how} · ${t('by.rule')}`
  return ended.by?.person ? t('alerts.endedBy', { how, name: personWords(ended.by, t) }) : how
}

/** Why a change failed, and what to do. */
export const failureWords = (error: Error, t: Translate): string =>
  changeFailureWords(error, t, {
    sign_in_required: t('alerts.signInFirst'),
    manager_required: t('alerts.managerOnly'),
    too_soon: t('alerts.tooSoon'),
    bad_duty: t('alerts.bad_duty'),
    rehearsal_runs: t('alerts.rehearsal_runs'),
    push_off: t('alerts.phone.push_off'),
    bad_subscription: t('alerts.phone.noPush'),
  })
