import { OpenById } from './open-by-id.tsx'
import { SearchHides } from './search-hides.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { memo, startTransition, useId, useState } from 'react'

interface FindOrderProps {
  /** What the board shows, which may be a moment behind what is typed. */
  readonly search: string
  /** Whether something on the board answers to it. */
  readonly hasFound: boolean
  /** How many orders wait for an answer and do not answer to it. */
  readonly hidden: number
  readonly onSearch: (search: string) => void
}

/** Finds an order on the board by any of its numbers, or by its customer; one that nobody told of is opened by its id. */
export const FindOrder = memo(function FindOrder({ search, hasFound, hidden, onSearch }: FindOrderProps) {
  const t = useTranslate()
  const id = useId()
  const [text, setText] = useState('')

  /** No key waits for the board, whose cards come and go afterwards. */
  function look(next: string) {
    setText(next)
    startTransition(() => onSearch(next.trim()))
  }

  return (
    <div role="search" className="flex flex-col gap-2">
      <label htmlFor={id} className="sr-only">
        {t('board.find')}
      </label>
      <input
        id={id}
        type="search"
        // Of an empty field it would be that of no language.
        dir={text === '' ? undefined : 'auto'}
        autoComplete="off"
        placeholder={t('board.find')}
        className="min-h-12 w-full max-w-md rounded border border-edge bg-raised px-3 text-base placeholder:text-faint"
        value={text}
        onChange={(event) => look(event.target.value)}
      />
      {hidden > 0 && <SearchHides waiting={hidden} onShowAll={() => look('')} />}
      {search !== '' && !hasFound && <OpenById text={search} onOpened={() => look('')} />}
    </div>
  )
})
