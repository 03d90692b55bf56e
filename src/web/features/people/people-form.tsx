import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { FormEvent, ReactNode } from 'react'
import { PeopleFailure, type Known } from './people-failure.tsx'

interface PeopleFormProps {
  readonly button: string
  readonly size?: 'normal' | 'large'
  /** Nothing can be sent: it is on its way, or there is something to wait for. */
  readonly isBusy: boolean
  readonly error: Error | null
  /** What is said under a field already. */
  readonly saidElsewhere: readonly Known[]
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** Fields, what failed, and the button under them. */
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

/** The name of a person or of a tablet, in any script. */
export const NameField = ({ onChange, ...field }: NameFieldProps) => (
  <TextField {...field} dir="auto" autoComplete="off" onChange={(event) => onChange(event.target.value)} />
)

export interface PinFieldProps extends PeopleFieldProps {
  readonly label?: string
  readonly hint?: string
  readonly isShown?: boolean
}

/** A PIN, which nobody reads over a shoulder, and no browser keeps. */
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
