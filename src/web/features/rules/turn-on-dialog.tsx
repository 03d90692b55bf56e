import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { ChangeFailure } from '#web/manage/change.tsx'
import { useEffect } from 'react'
import { Rehearsing, RehearsalSummary } from './rehearsal.tsx'
import { type RuleEntry, ruleOf } from './rule-entry.ts'
import { useRehearsal } from './rule-queries.ts'
import { failureWords } from './rule-words.ts'

interface TurnOnDialogProps {
  readonly entry: RuleEntry
  readonly isBusy: boolean
  readonly error: Error | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Shows what the rule would have done before it is turned on. */
export function TurnOnDialog({ entry, isBusy, error, onConfirm, onClose }: TurnOnDialogProps) {
  const t = useTranslate()
  const { mutate, data, error: failure, isPending } = useRehearsal()
  // The entry does not change while the dialog is open.
  useEffect(() => mutate(ruleOf(entry)), [mutate, entry])
  return (
    <Dialog title={t('rules.confirmTitle')} onClose={onClose}>
      <DialogBody>
        <p>{t('rules.confirmHint')}</p>
        {isPending && <Rehearsing />}
        {data && <RehearsalSummary orders={data} />}
        <ChangeFailure error={error ?? failure} words={failureWords} />
        <p>{t('rules.confirmNow')}</p>
        <p className="text-soft">{t('rules.never')}</p>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('people.cancel')}</Button>
        {failure ? (
          <Button look="primary" size="large" isBusy={isPending} onClick={() => mutate(ruleOf(entry))}>
            {t('failure.retry')}
          </Button>
        ) : (
          <Button look="primary" size="large" isBusy={isBusy || isPending} onClick={onConfirm}>
            {t('rules.confirm')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
