import { Button } from '#web/components/button.tsx'
import { DialogActions } from '#web/components/dialog.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

export function RejectActions({ onCancel }: { readonly onCancel: () => void }) {
  const t = useTranslate()
  return (
    <DialogActions>
      <Button onClick={onCancel}>{t('reject.cancel')}</Button>
      <Button type="submit" look="grave">
        {t('reject.send')}
      </Button>
    </DialogActions>
  )
}
