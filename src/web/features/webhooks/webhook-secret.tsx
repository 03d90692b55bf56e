import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Code, Message } from '#web/components/text.tsx'
import { CopyButton } from '#web/format/copy-button.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

export interface MadeSecret {
  readonly name: string
  readonly secret: string
  /** Another one is still valid beside it. */
  readonly isReplacement: boolean
}

interface WebhookSecretProps {
  readonly made: MadeSecret
  readonly onClose: () => void
}

/** A new secret, which is shown once. */
export function WebhookSecret({ made: { name, secret, isReplacement }, onClose }: WebhookSecretProps) {
  const t = useTranslate()
  return (
    <Dialog title={t('webhooks.secretTitle', { name })} onClose={onClose}>
      <DialogBody>
        <p>{t('webhooks.secretWhat')}</p>
        <div className="flex flex-col gap-2">
          <Code>{secret}</Code>
          <CopyButton text={secret} />
        </div>
        <Message look="amber" role="note">
          {t('webhooks.secretOnce')}
        </Message>
        {isReplacement && <p className="text-soft">{t('webhooks.secretOld')}</p>}
      </DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {t('webhooks.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
