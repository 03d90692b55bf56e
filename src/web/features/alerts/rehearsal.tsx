import { type Alert, alerts } from '#contract/desk/alerts.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { ChangeFailure } from '#web/manage/change.tsx'
import { useState } from 'react'
import { Told } from './alert-list.tsx'
import { useAlertChange } from './alert-queries.ts'
import { failureWords } from './alert-words.ts'

interface StartProps {
  /** Whether there is a phone or an address to alert. */
  readonly isAnybodyListed: boolean
}

/** Starts a rehearsal, after a confirmation, because everybody's phone rings. */
export function StartRehearsal({ isAnybodyListed }: StartProps) {
  const t = useTranslate()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t('alerts.rehearse')}</Button>
      {isAsked && <Confirmation isAnybodyListed={isAnybodyListed} onClose={() => setAsked(false)} />}
    </>
  )
}

interface ConfirmationProps extends StartProps {
  readonly onClose: () => void
}

function Confirmation({ isAnybodyListed, onClose }: ConfirmationProps) {
  const t = useTranslate()
  const { mutate, isPending, error } = useAlertChange(async () => {
    await callDesk(alerts.rehearse)
    onClose()
  })
  return (
    <Dialog title={t('alerts.rehearseTitle')} onClose={onClose}>
      <DialogBody>
        <p>{t(isAnybodyListed ? 'alerts.rehearseWhat' : 'alerts.rehearseNobody')}</p>
        <ChangeFailure error={error} words={failureWords} />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('people.cancel')}</Button>
        {isAnybodyListed && (
          <Button look="primary" isBusy={isPending} onClick={() => mutate(undefined)}>
            {t('alerts.rehearseNow')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

interface RehearsalProps {
  /** Empty for somebody who may not see them. */
  readonly list: readonly Alert[]
}

/** A rehearsal while it runs: the steps so far, and the button that ends it. */
export function Rehearsal({ list }: RehearsalProps) {
  const t = useTranslate()
  const { mutate, isPending, error } = useAlertChange(() => callDesk(alerts.confirmRehearsal))
  const steps = list.filter(({ is_rehearsal: isRehearsal, ended }) => isRehearsal && !ended).toReversed()
  return (
    <section
      aria-label={t('alerts.rehearsal')}
      className="flex flex-col items-start gap-3 rounded border-2 border-accent bg-raised p-4"
    >
      <p className="font-semibold">{t('alerts.rehearsing')}</p>
      {steps.map(({ id, step, told }) => (
        <div key={id} aria-live="polite">
          {step !== null && <p className="font-semibold">{t('alerts.step', { step })}</p>}
          <Told told={told} />
        </div>
      ))}
      <Button look="primary" size="large" isBusy={isPending} onClick={() => mutate(undefined)}>
        {t('alerts.gotIt')}
      </Button>
      <ChangeFailure error={error} words={failureWords} />
    </section>
  )
}
