import { callDesk } from '#client/wire/call.ts'
import { people, readPin, type StaffMember } from '#contract/desk/people.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/dialog.tsx'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'
import { useState, type FormEvent } from 'react'
import { NewPinField } from './new-pin-field.tsx'
import { PeopleFailure, wrongOf } from './people-failure.tsx'
import { PinField } from './people-form.tsx'
import { useChange } from './people-queries.ts'

interface NewPinProps {
  readonly person: StaffMember
  /** Whoever gives it gives it to themselves. */
  readonly isMe: boolean
}

/** The button in somebody's row that gives them a new PIN, and word that it was done. */
export function NewPin({ person, isMe }: NewPinProps) {
  const say = useWords()
  const [step, setStep] = useState<'asking' | 'done'>()
  const { name } = person
  return (
    <>
      <Button aria-label={say('people.newPinName', { name })} onClick={() => setStep('asking')}>
        {say('people.newPin')}
      </Button>
      {step === 'done' && (
        // Under all that stands in the row.
        <Message role="status" look="good" className="order-last basis-full">
          {say('people.newPinDone', { name })}
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

/** Whoever gives themselves a new one says the old one: their tablet may be in other hands. */
function NewPinDialog({ person: { id: personId, name }, isMe, onDone, onClose }: NewPinDialogProps) {
  const say = useWords()
  const [oldPin, setOldPin] = useState('')
  const [pin, setPin] = useState('')
  const [isUnfit, setUnfit] = useState(false)
  const change = useChange(
    (body: { pin: string; old_pin?: string }) => callDesk(people.changePin, { params: { personId }, body }),
    onDone,
  )
  const wrong = wrongOf(change.error)
  const isBad = isUnfit || wrong === 'bad_pin'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (change.isPending) return
    change.reset()
    const isFit = readPin(pin) !== undefined
    setUnfit(!isFit)
    if (isFit) change.mutate({ pin, ...(isMe && { old_pin: oldPin }) })
  }

  return (
    <Dialog title={say('people.newPinName', { name })} onClose={onClose}>
      <form onSubmit={submit} autoComplete="off" className="contents">
        <DialogBody>
          <p>{isMe ? say('people.newPinThis') : say('people.newPinWhat', { name })}</p>
          {isMe && (
            <PinField
              label={say('people.oldPin')}
              hint=""
              error={wrong === 'wrong_pin' ? say('people.wrong_pin') : undefined}
              value={oldPin}
              onChange={setOldPin}
            />
          )}
          <NewPinField
            label={say('people.newPin')}
            error={isBad ? say('people.bad_pin') : undefined}
            value={pin}
            onChange={(typed) => {
              setUnfit(false)
              setPin(typed)
            }}
          />
          <PeopleFailure error={change.error} saidElsewhere={['bad_pin', 'wrong_pin']} />
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>{say('people.cancel')}</Button>
          <Button type="submit" look="primary" isBusy={change.isPending}>
            {say('people.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
