import { Choices } from '#web/components/choices.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { ComponentType } from 'react'

/** Chooses categories of the catalog by their ids. */
export type ChooseCategories = ComponentType<{
  readonly chosen: readonly string[]
  readonly onChoose: (ids: readonly string[]) => void
}>

interface CategoryLinesProps {
  readonly isChosenOnly: boolean
  readonly categoryIds: readonly string[]
  readonly error: string | undefined
  readonly Categories: ChooseCategories
  readonly onChange: (change: { isChosenOnly?: boolean; categoryIds?: readonly string[] }) => void
}

/** Which lines of an order the printer prints: drinks print at the bar. */
export function CategoryLines({ isChosenOnly, categoryIds, error, Categories, onChange }: CategoryLinesProps) {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-2">
      <Choices
        legend={t('printers.lines')}
        name="printer-lines"
        values={['all', 'some']}
        chosen={isChosenOnly ? 'some' : 'all'}
        isSentence
        label={(each) => t(`printers.lines.${each}`)}
        onChoose={(each) => onChange({ isChosenOnly: each === 'some' })}
      />
      {isChosenOnly && (
        <>
          <p className="text-sm text-faint">
            {categoryIds.length > 0 && `${t('printers.onlySome', { count: categoryIds.length })}. `}
            {t('printers.linesHint')}
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
