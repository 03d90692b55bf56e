import { useTranslate } from '#web/i18n/translations.tsx'
import { SecretDialog } from '#web/manage/dialogs.tsx'

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
    <SecretDialog
      title={t('webhooks.secretTitle', { name })}
      how={t('webhooks.secretWhat')}
      secret={secret}
      once={t('webhooks.secretOnce')}
      onClose={onClose}
    >
      {isReplacement && <p className="text-soft">{t('webhooks.secretOld')}</p>}
    </SecretDialog>
  )
}
