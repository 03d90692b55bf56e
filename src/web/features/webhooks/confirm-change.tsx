import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useWebhookChange } from './webhook-queries.ts'
import { failureWords } from './webhook-words.ts'

interface ConfirmChangeProps {
  readonly title: string
  /** The consequence. */
  readonly what: string
  readonly button: string
  /** It cannot be undone. */
  readonly isGrave?: boolean
  readonly change: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for confirmation and states the consequence. */
export function ConfirmChange({ title, what, button, isGrave = false, change, onClose }: ConfirmChangeProps) {
  const t = useTranslate()
  const { isPending, error, mutate } = useWebhookChange(change, onClose)
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        <p>{what}</p>
        {error && (
          <Message role="alert" look="red">
            {failureWords(error, t)}
          </Message>
        )}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('people.cancel')}</Button>
        <Button look={isGrave ? 'grave' : 'primary'} isBusy={isPending} onClick={() => mutate(undefined)}>
          {button}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
