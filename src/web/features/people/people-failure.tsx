import { Failure } from '#web/api/http/failure.ts'
import { Message } from '#web/components/message.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useWait, WaitMessage } from './wait.tsx'

const known = [
  'bad_code',
  'bad_name',
  'bad_pin',
  'wrong_pin',
  'bad_credentials',
  'name_taken',
  'manager_required',
  'last_manager',
] as const
export type Known = (typeof known)[number]

/** What the desk found wrong, where it is something that a person can mend in the form. */
export const wrongOf = (error: unknown): Known | undefined =>
  error instanceof Failure ? known.find((code) => code === error.code) : undefined

interface PeopleFailureProps {
  readonly error: Error | null
  /** What is said under a field already. */
  readonly saidElsewhere?: readonly Known[]
}

/** What failed, beside the button that was pressed, and what to do. */
export function PeopleFailure({ error, saidElsewhere = [] }: PeopleFailureProps) {
  const t = useTranslate()
  const wait = useWait(error)
  const wrong = wrongOf(error)
  if (wait) return <WaitMessage wait={wait} />
  if (!error || (wrong && saidElsewhere.includes(wrong))) return null
  const isLost = error instanceof Failure && error.code === 'no_contact'
  return (
    <Message role="alert" look="red">
      {isLost ? t('people.noContact') : wrong ? t(`people.${wrong}`) : t('people.failed', { message: error.message })}
    </Message>
  )
}
