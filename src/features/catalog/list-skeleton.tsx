import { Skeleton } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'

/** The shape of a list of rows, so that nothing jumps when they come. */
export function ListSkeleton() {
  const say = useWords()
  return (
    <div role="status" aria-label={say('app.loading')} className="flex flex-col gap-2">
      {Array.from({ length: rowsShown }, (_, row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  )
}

const rowsShown = 10
