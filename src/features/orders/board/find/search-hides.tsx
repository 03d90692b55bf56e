import { Button } from '#ui/button.tsx'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'

interface SearchHidesProps {
  /** How many orders wait for an answer that the search leaves out. */
  readonly waiting: number
  readonly onShowAll: () => void
}

/** A search that was left standing must not keep a ringing order from being seen. */
export function SearchHides({ waiting, onShowAll }: SearchHidesProps) {
  const say = useWords()
  return (
    <Message look="amber">
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {say('find.hides', { count: waiting })}
        <Button onClick={onShowAll}>{say('find.showAll')}</Button>
      </span>
    </Message>
  )
}
