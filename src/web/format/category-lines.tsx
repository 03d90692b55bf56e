import { Choices } from '#web/components/choices.tsx'
import type { ComponentType } from 'react'

/** Chooses categories of the catalog by their ids. */
export type ChooseCategories = ComponentType<{
  readonly chosen: readonly string[]
  readonly onChoose: (ids: readonly string[]) => void
}>

interface CategoryLinesProps {
  /** The name of the radio group, unique on the page. */
  readonly name: string
  readonly words: {
    readonly legend: string
    readonly all: string
    readonly some: string
    /** How many categories are chosen, if any. */
    readonly chosen: string
    /** What becomes of the lines that nobody chose. */
    readonly hint: string
  }
  readonly isChosenOnly: boolean
  readonly categoryIds: readonly string[]
  readonly error: string | undefined
  readonly Categories: ChooseCategories
  readonly onChange: (change: { isChosenOnly?: boolean; categoryIds?: readonly string[] }) => void
}

/** Which lines of an order go to a printer or a station: drinks to the bar. */
export function CategoryLines(props: CategoryLinesProps) {
  const { name, words, isChosenOnly, categoryIds, error, Categories, onChange } = props
  return (
    <div className="flex flex-col gap-2">
      <Choices
        legend={words.legend}
        name={name}
        values={['all', 'some']}
        chosen={isChosenOnly ? 'some' : 'all'}
        isSentence
        label={(each) => words[each]}
        onChoose={(each) => onChange({ isChosenOnly: each === 'some' })}
      />
      {isChosenOnly && (
        <>
          <p className="text-sm text-faint">
            {categoryIds.length > 0 && `${words.chosen}. `}
            {words.hint}
          </p>
          <Categories chosen={categoryIds} onChoose={(ids) => onChange({ categoryIds: ids })} />
          {error !== undefined && (
            <p role="alert" className="text-sm text-red">
              {error}
            </p>
          )}
        </>
      )}
    </div>
  )
}
