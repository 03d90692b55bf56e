import { Code } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { SecretDialog } from '#web/manage/dialogs.tsx'

export interface MadeKey {
  readonly name: string
  readonly key: string
}

interface NewKeyProps {
  readonly made: MadeKey
  readonly onClose: () => void
}

/** The key, the only time that it is shown. */
export function NewKeyDialog({ made: { name, key }, onClose }: NewKeyProps) {
  const t = useTranslate()
  return (
    <SecretDialog
      title={t('apiKeys.newTitle', { name })}
      how={t('apiKeys.newWhat')}
      secret={key}
      once={t('apiKeys.once')}
      onClose={onClose}
    >
      <p className="text-soft">{t('apiKeys.how')}</p>
      <Code>Authorization: Bearer vd_…</Code>
    </SecretDialog>
  )
}
