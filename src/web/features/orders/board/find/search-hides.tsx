import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/message.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

interface SearchHidesProps {
  /** How many orders wait for an answer that the search leaves out. */
  readonly waiting: number
  readonly onShowAll: () => void
}

/** A search that was left standing must not keep a ringing order from being seen. */
export function SearchHides({ waiting, onShowAll }: SearchHidesProps) {
  const t = useTranslate()
  return (
    <Message look="amber">
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {t('find.hides', { count: waiting })}
        <Button onClick={onShowAll}>{t('find.showAll')}</Button>
      </span>
    </Message>
  )
}
