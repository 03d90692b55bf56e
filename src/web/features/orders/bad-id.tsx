import { Message } from '#web/components/message.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

/** An address that no order can have. */
export function BadId() {
  const t = useTranslate()
  return (
    <Message role="alert" look="red">
      {t('order.badId')}
    </Message>
  )
}
