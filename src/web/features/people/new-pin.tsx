import { people, readPin, type StaffMember } from '#contract/desk/people.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { FormDialog } from '#web/manage/dialogs.tsx'
import { PeopleFailure, PinField, type PinFieldProps, wrongOf } from './people-form.tsx'
import { usePeopleChange } from './people-change.ts'
import { useState } from 'react'

/** A field for a new PIN. It is typed once, so it can be made visible. */
export function NewPinField(field: Omit<PinFieldProps, 'isShown'>) {
  const t = useTranslate()
  const [isShown, setShown] = useState(false)
  return (
    <div className="flex gap-2">
      <div className="min-w-0 flex-1">
        <PinField {...field} isShown={isShown} />
      </div>
      {/* Beside the input itself, whatever message is below it. */}
      <Button
        aria-pressed={isShown}
        className="mt-6 self-start aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent"
        onClick={() => setShown(!isShown)}
      >
        {t('people.show')}
      </Button>
    </div>
  )
}

interface NewPinProps {
  readonly person: StaffMember
  /** The manager changes their own PIN. */
  readonly isMe: boolean
}

/** The button in a person's row that sets a new PIN, and the confirmation. */
export function NewPin({ person, isMe }: NewPinProps) {
  const t = useTranslate()
  const [step, setStep] = useState<'asking' | 'done'>()
  const { name } = person
  return (
    <>
      <Button aria-label={t('people.newPinName', { name })} onClick={() => setStep('asking')}>
        {t('people.newPin')}
      </Button>
      {step === 'done' && (
        // Below everything else in the row.
        <Message role="status" look="good" className="order-last basis-full">
          {t('people.newPinDone', { name })}
        </Message>
      )}
      {step === 'asking' && (
        <NewPinDialog person={person} isMe={isMe} onDone={() => setStep('done')} onClose={() => setStep(undefined)} />
      )}
    </>
  )
}

interface NewPinDialogProps extends NewPinProps {
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Managers who change their own PIN must enter the old one, because somebody else may be holding their tablet. */
function NewPinDialog({ person: { id: personId, name }, isMe, onDone, onClose }: NewPinDialogProps) {
  const t = useTranslate()
  const [oldPin, setOldPin] = useState('')
  const [pin, setPin] = useState('')
  const [isUnfit, setUnfit] = useState(false)
  const change = usePeopleChange(
    (body: { pin: string; old_pin?: string }) => callDesk(people.changePin, { params: { personId }, body }),
    onDone,
  )
  const wrong = wrongOf(change.error)
  const isBad = isUnfit || wrong === 'bad_pin'

  function submit() {
    change.reset()
    const isFit = readPin(pin) !== undefined
    setUnfit(!isFit)
    if (isFit) change.mutate({ pin, ...(isMe && { old_pin: oldPin }) })
  }

  return (
    <FormDialog
      title={t('people.newPinName', { name })}
      button={t('people.save')}
      isBusy={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{isMe ? t('people.newPinThis') : t('people.newPinWhat', { name })}</p>
      {isMe && (
        <PinField
          label={t('people.oldPin')}
          hint=""
          error={wrong === 'wrong_pin' ? t('people.wrong_pin') : undefined}
          value={oldPin}
          onChange={setOldPin}
        />
      )}
      <NewPinField
        label={t('people.newPin')}
        error={isBad ? t('people.bad_pin') : undefined}
        value={pin}
        onChange={(typed) => {
          setUnfit(false)
          setPin(typed)
        }}
      />
      <PeopleFailure error={change.error} shownElsewhere={['bad_pin', 'wrong_pin']} />
    </FormDialog>
  )
}
