import { Message } from '#web/components/text.tsx'
import { formatMoment } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useSession } from './people-queries.ts'

/** Warns before the pairing of this tablet expires, if using it does not extend it. */
export function EnrolmentEnd() {
  const t = useTranslate()
  const language = useLanguage()
  const endsAt = useSession()?.enrolment_ends_at
  if (endsAt === undefined) return null
  return (
    <div className="no-print px-4 pt-2 tablet:px-6">
      <Message look="amber" role="status">
        {t('people.enrolmentEnds', { time: formatMoment(endsAt, language) })}
      </Message>
    </div>
  )
}
