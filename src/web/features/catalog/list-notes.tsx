import { Value } from '#web/format/value.tsx'
import { Message } from '#web/components/message.tsx'
import { formatNumber } from '#web/i18n/format-number.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import type { WholeList } from './catalog-queries.ts'

/** What is not in a list although it should be: pages that failed, rows that cannot be read. */
export function ListNotes({ list }: { readonly list: WholeList<unknown> }) {
  const t = useTranslate()
  const language = useLanguage()
  const { missing, rows, unreadable } = list
  return (
    <>
      {missing && (
        <Message look="amber" role="status">
          {missing === 'failed'
            ? t('catalog.partFailed')
            : t('catalog.tooMany', { count: formatNumber(rows.length, language) })}
        </Message>
      )}
      {unreadable.length > 0 && (
        <Message look="amber" role="note">
          <p>{t('catalog.unreadable', { count: unreadable.length })}</p>
          <ul>
            {unreadable.slice(0, shownAtMost).map((row, index) => (
              <li key={index}>
                <Value of={row} />
              </li>
            ))}
          </ul>
        </Message>
      )}
    </>
  )
}

const shownAtMost = 20
