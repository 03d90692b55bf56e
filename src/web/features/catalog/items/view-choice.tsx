import { saveItemsView, type ItemsView } from './saved-view.ts'
import { Drawing } from '#web/components/icon.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

interface ViewChoiceProps {
  readonly view: ItemsView
  readonly onChange: (view: ItemsView) => void
}

const views = [
  ['table', 'items.asTable', 'M4 6h16M4 12h16M4 18h16'],
  ['pictures', 'items.asPictures', 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z'],
] as const

/** Switches between rows and pictures; the tablet saves the choice. */
export function ViewChoice({ view, onChange }: ViewChoiceProps) {
  const t = useTranslate()
  return (
    <div role="group" aria-label={t('items.view')} className="view-choice">
      {views.map(([each, name, drawing]) => (
        <button
          key={each}
          type="button"
          aria-pressed={view === each}
          onClick={() => {
            saveItemsView(each)
            onChange(each)
          }}
        >
          <Drawing path={drawing} className="size-5" />
          {t(name)}
        </button>
      ))}
    </div>
  )
}
