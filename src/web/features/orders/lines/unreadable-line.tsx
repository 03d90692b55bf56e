import type { Unreadable } from '#contract/salvage.ts'
import { Message } from '#web/components/message.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

/** A line of which nothing could be read, with what was sent in its place. */
export function UnreadableLine({ line }: { readonly line: Unreadable }) {
  const t = useTranslate()
  return (
    <Message look="amber">
      <p className="text-lg font-semibold">{t('order.lineUnreadable')}</p>
      <p>{t('unreadableLine.hint')}</p>
      <ServiceText className="block text-sm">{JSON.stringify(line.raw)?.slice(0, 300) ?? ''}</ServiceText>
    </Message>
  )
}
