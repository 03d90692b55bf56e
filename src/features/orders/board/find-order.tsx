import { Fallback } from '#ui/fallback.tsx'
import { lazily } from '#words/catalogs.ts'
import { useWords } from '#words/words.tsx'
import { useId } from 'react'

const OpenById = lazily(async () => (await import('./open-by-id.tsx')).OpenById)

interface FindOrderProps {
  readonly search: string
  /** Whether something on the board answers to it. */
  readonly hasFound: boolean
  readonly onSearch: (search: string) => void
}

/** Finds an order on the board by any of its numbers; one that nobody told of is opened by its id. */
export function FindOrder({ search, hasFound, onSearch }: FindOrderProps) {
  const say = useWords()
  const id = useId()
  const text = search.trim()
  return (
    <div role="search" className="flex flex-col gap-2">
      <label htmlFor={id} className="sr-only">
        {say('board.find')}
      </label>
      <input
        id={id}
        type="search"
        dir="auto"
        autoComplete="off"
        placeholder={say('board.find')}
        className="min-h-12 w-full max-w-md rounded border border-edge bg-raised px-3 text-base"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      {text !== '' && !hasFound && (
        <Fallback instead={<p className="text-soft">{say('board.noneFound')}</p>}>
          <OpenById text={text} onOpened={() => onSearch('')} />
        </Fallback>
      )}
    </div>
  )
}
