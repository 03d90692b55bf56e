import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Code, Message } from '#web/components/text.tsx'
import { CopyButton } from '#web/format/copy-button.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

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
    <Dialog title={t('apiKeys.newTitle', { name })} onClose={onClose}>
      <DialogBody>
        <p>{t('apiKeys.newWhat')}</p>
        <div className="flex flex-col gap-2">
          <Code>{key}</Code>
          <CopyButton text={key} />
        </div>
        <Message look="amber" role="note">
          {t('apiKeys.once')}
        </Message>
        <p className="text-soft">{t('apiKeys.how')}</p>
        <Code>Authorization: Bearer vd_…</Code>
      </DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {t('apiKeys.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
