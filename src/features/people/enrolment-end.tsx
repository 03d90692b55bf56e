import { Message } from '#ui/message.tsx'
import { formatMoment } from '#words/format.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { useSession } from './people-queries.ts'

/** Says in time that this tablet will be a stranger here, where its use does not put that off. */
export function EnrolmentEnd() {
  const say = useWords()
  const language = useLanguage()
  const endsAt = useSession()?.enrolment_ends_at
  if (endsAt === undefined) return null
  return (
    <div className="no-print px-4 pt-2 tablet:px-6">
      <Message look="amber" role="status">
        {say('people.enrolmentEnds', { time: formatMoment(endsAt, language) })}
      </Message>
    </div>
  )
}
