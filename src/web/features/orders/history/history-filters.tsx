import { paths } from '#contract/screen-paths.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { TextField } from '#web/components/field.tsx'
import { useToday } from '#web/format/times.ts'
import { useSearchText } from '#web/format/use-search-text.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { dayOf, type HistoryFilters } from './history-queries.ts'
import { type ReactNode, useCallback } from 'react'
import { useNavigate } from 'react-router'

/** The outcomes to choose from; any other order is among all. */
const choices = [undefined, 'completed', 'rejected', 'cancelled', 'missed'] as const

/** Search, day and outcome of the history; all three are part of the address. */
export function HistoryFiltersBar({ filters: { q, outcome, day } }: { readonly filters: HistoryFilters }) {
  const t = useTranslate()
  const navigate = useNavigate()
  useToday()
  const go = useCallback(
    (next: Partial<HistoryFilters>) => {
      const { q: text, ...others } = { q, outcome, day, ...next }
      void navigate(paths.history({ q: text || undefined, ...others }), { replace: true })
    },
    [navigate, q, outcome, day],
  )
  const onSearch = useCallback((text: string) => go({ q: text }), [go])
  const [text, type] = useSearchText(q, onSearch)
  const yesterday = dayOf(new Date(serverNow()).setHours(0, 0, 0, 0) - 1)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          className="min-w-0 flex-1 basis-72"
          label={t('history.find')}
          type="search"
          // For an empty field, `auto` would mean left to right in every language.
          dir={text === '' ? undefined : 'auto'}
          placeholder={t('history.findHint')}
          value={text}
          onChange={(event) => type(event.target.value)}
        />
        <TextField
          className="basis-40"
          label={t('history.day')}
          type="date"
          value={day ?? ''}
          onChange={({ target: { value } }) => go({ day: value || undefined })}
        />
        <Toggle isPressed={day === yesterday} onPress={() => go({ day: day === yesterday ? undefined : yesterday })}>
          {t('history.yesterday')}
        </Toggle>
      </div>
      <div role="group" aria-label={t('history.outcome')} className="flex flex-wrap gap-2">
        {choices.map((each) => (
          <Toggle key={each ?? 'all'} isPressed={outcome === each} onPress={() => go({ outcome: each })}>
            {t(`history.${each ?? 'all'}`)}
          </Toggle>
        ))}
      </div>
    </div>
  )
}

interface ToggleProps {
  readonly isPressed: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

const Toggle = ({ isPressed, onPress, children }: ToggleProps) => (
  <button
    type="button"
    aria-pressed={isPressed}
    onClick={onPress}
    className={`button min-h-12 min-w-12 px-4 max-tablet:px-2.5 max-tablet:text-sm ${isPressed ? 'border-accent bg-accent-tint text-accent' : 'border-edge bg-raised text-strong hover:bg-sunken'}`}
  >
    {children}
  </button>
)
