import type { Deadline, readDeadline } from '#contract/desk/deadline.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { formatDuration } from '#web/i18n/duration.ts'
import { formatCountdown } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import { type Translate, useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { deadlineQuery } from './settings-queries.ts'
import { Fact } from './settings-section.tsx'
import { useQuery } from '@tanstack/react-query'

/** Fewer cancellations say nothing yet. */
const enough = 10

/** How long an order waits for its answer, and whether that was learned from orders that the service cancelled. */
export function WindowFact({ seconds }: { readonly seconds: number }) {
  const t = useTranslate()
  const language = useLanguage()
  const { data: deadline } = useQuery(deadlineQuery())
  const groups = deadline?.groups ?? []
  return (
    <>
      <Fact name={t('settings.window')} hint={deadline && windowWords(deadline, language, t)}>
        {formatDuration(seconds, language)}
      </Fact>
      {groups.length > 1 &&
        groups.map((group) => (
          <Fact
            key={`${group.shop} ${group.service}`}
            name={groupName(group, t)}
            hint={windowWords(group, language, t)}
          >
            {formatDuration(Math.floor(group.low), language)}
          </Fact>
        ))}
    </>
  )
}

type Group = AnswerOf<typeof readDeadline>['groups'][number]

const groupName = ({ shop, shop_name: name, service }: Group, t: Translate): string =>
  [name ?? shop, service].filter((each) => each !== null).join(' · ') || t('settings.unknown')

/** The cautious end, never later than it is. */
const lowOf = ({ low }: Deadline, language: Language): string => formatCountdown(Math.floor(low), language)

function windowWords(deadline: Deadline, language: Language, t: Translate): string {
  const { seconds, observations: count, source } = deadline
  const time = formatCountdown(seconds, language)
  if (source === 'learned') return t('settings.window.learned', { usual: time, count, low: lowOf(deadline, language) })
  return t(count < enough ? 'settings.window.tooFew' : 'settings.window.disagree', { time, count })
}
