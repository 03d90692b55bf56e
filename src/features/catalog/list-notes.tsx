import { Value } from '#reading/value.tsx'
import { Message } from '#ui/message.tsx'
import { formatNumber } from '#words/format-number.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import type { WholeList } from './catalog-queries.ts'

/** What is not in a list although it should be: pages that failed, rows that cannot be read. */
export function ListNotes({ list }: { readonly list: WholeList<unknown> }) {
  const say = useWords()
  const language = useLanguage()
  const { missing, rows, unreadable } = list
  return (
    <>
      {missing && (
        <Message look="amber" role="status">
          {missing === 'failed'
            ? say('catalog.partFailed')
            : say('catalog.tooMany', { count: formatNumber(rows.length, language) })}
        </Message>
      )}
      {unreadable.length > 0 && (
        <Message look="amber" role="note">
          <p>{say('catalog.unreadable', { count: unreadable.length })}</p>
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
