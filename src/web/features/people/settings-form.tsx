import { minutesAtMost } from '#contract/desk/tablet-settings.ts'
import { westernDigits } from '#contract/text.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/field.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { PeopleFailure } from './people-form.tsx'
import { type FormEvent, type ReactNode, useId } from 'react'

interface SettingsFormProps {
  readonly title: string
  readonly isBusy: boolean
  readonly isSaved: boolean
  readonly error: Error | null
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** A group of the shop's settings, with what became of saving them. */
export function SettingsForm({ title, isBusy, isSaved, error, onSubmit, children }: SettingsFormProps) {
  const t = useTranslate()
  const id = useId()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) onSubmit()
  }
  return (
    <form
      onSubmit={submit}
      aria-labelledby={id}
      autoComplete="off"
      noValidate
      className="flex flex-col gap-4 rounded border border-line bg-raised p-4 tablet:p-6"
    >
      <h3 id={id} className="font-bold">
        {title}
      </h3>
      {children}
      <PeopleFailure error={error} />
      {isSaved && (
        <Message role="status" look="good">
          {t('tablets.saved')}
        </Message>
      )}
      <Button type="submit" look="primary" isBusy={isBusy}>
        {t('people.save')}
      </Button>
    </form>
  )
}

/** Whole minutes as typed, in any digits; undefined if they are none that the desk takes. */
export function readMinutes(text: string): number | undefined {
  const digits = westernDigits(text).trim()
  const minutes = /^\d{1,3}$/.test(digits) ? Number(digits) : 0
  return minutes >= 1 && minutes <= minutesAtMost ? minutes : undefined
}

interface MinutesFieldProps {
  readonly label: string
  readonly hint?: string
  readonly error: string | undefined
  readonly value: string
  readonly onChange: (text: string) => void
}

export const MinutesField = ({ onChange, ...field }: MinutesFieldProps) => (
  <TextField
    {...field}
    inputMode="numeric"
    dir="ltr"
    autoComplete="off"
    onChange={(event) => onChange(event.target.value)}
  />
)
