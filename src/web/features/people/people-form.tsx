import { readName } from '#contract/desk/people.ts'
import { codeAmong, Failure } from '#web/api/http/failure.ts'
import { notify } from '#web/api/toasts.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/field.tsx'
import { Message } from '#web/components/text.tsx'
import { type Translate, useTranslate } from '#web/i18n/translations.tsx'
import { useWait, WaitMessage } from './wait.tsx'
import type { FormEvent, ReactNode, Ref } from 'react'

const known = [
  'bad_code',
  'bad_name',
  'bad_categories',
  'bad_pin',
  'wrong_pin',
  'bad_credentials',
  'name_taken',
  'manager_required',
  'last_manager',
] as const
type Known = (typeof known)[number]

/** The error code, if the user can correct it in the form. */
export const wrongOf = (error: unknown): Known | undefined => codeAmong(error, known)

interface PeopleFailureProps {
  readonly error: Error | null
  /** Codes whose message a field already shows. */
  readonly shownElsewhere?: readonly Known[]
}

/** The failure, beside the button that was pressed, and what to do about it. */
export function PeopleFailure({ error, shownElsewhere = [] }: PeopleFailureProps) {
  const t = useTranslate()
  const wait = useWait(error)
  const wrong = wrongOf(error)
  if (wait) return <WaitMessage wait={wait} />
  if (!error || (wrong && shownElsewhere.includes(wrong))) return null
  const isLost = error instanceof Failure && error.code === 'no_contact'
  return (
    <Message role="alert" look="red">
      {isLost ? t('people.noContact') : wrong ? t(`people.${wrong}`) : t('people.failed', { message: error.message })}
    </Message>
  )
}

interface PeopleFormProps {
  readonly button: string
  readonly size?: 'normal' | 'large'
  /** Nothing can be sent: a request is under way, or there is a wait. */
  readonly isBusy: boolean
  readonly error: Error | null
  /** Codes whose message a field already shows. */
  readonly shownElsewhere: readonly Known[]
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** Fields, the failure, and the submit button. */
export function PeopleForm({ button, size = 'normal', isBusy, onSubmit, children, ...failure }: PeopleFormProps) {
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit} autoComplete="off" className="grid gap-5">
      {children}
      <PeopleFailure {...failure} />
      <Button type="submit" look="primary" size={size} isBusy={isBusy}>
        {button}
      </Button>
    </form>
  )
}

interface PeopleFieldProps {
  readonly error: string | undefined
  readonly value: string
  readonly onChange: (text: string) => void
}

interface NameFieldProps extends PeopleFieldProps {
  readonly label: string
  readonly hint?: string
}

/** The name of a person or a tablet, in any script. */
export const NameField = ({ onChange, ...field }: NameFieldProps) => (
  <TextField {...field} dir="auto" autoComplete="off" onChange={(event) => onChange(event.target.value)} />
)

/** Tells which name a tablet got if the typed one was taken. */
export function notifyOtherName(t: Translate, typed: string, name: string): void {
  if (readName(typed) !== name) notify(t('people.otherName', { name }))
}

export interface PinFieldProps extends PeopleFieldProps {
  readonly label?: string
  readonly hint?: string
  readonly isShown?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** A masked PIN field that no browser saves. */
export function PinField({ isShown = false, onChange, ...field }: PinFieldProps) {
  const t = useTranslate()
  return (
    <TextField
      label={t('people.pin')}
      hint={t('people.pinHint')}
      {...field}
      type={isShown ? 'text' : 'password'}
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface PeoplePageProps {
  readonly title: string
  readonly children: ReactNode
}

/** The frame of these screens: a narrow column with its title. */
export function PeoplePage({ title, children }: PeoplePageProps) {
  const t = useTranslate()
  return (
    <div className="flex w-full max-w-xl flex-col gap-5 pb-8">
      <title>{`${title} · ${t('app.name')}`}</title>
      <h1 className="text-xl font-bold">{title}</h1>
      {children}
    </div>
  )
}
