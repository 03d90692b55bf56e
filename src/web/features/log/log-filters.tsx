import { paths } from '#contract/screen-paths.ts'
import { SelectField, TextField } from '#web/components/field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { logQuery, type LogQuery } from './log-queries.ts'

interface LogFiltersProps {
  readonly filters: LogQuery
  /** The people of the desk. */
  readonly people: readonly string[]
}

/** Filters the log by day and person; both are part of the address. */
export function LogFilters({ filters, people }: LogFiltersProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const { day, by, ...rest } = filters
  const go = (change: LogQuery) => void navigate(paths.log({ ...rest, ...change }), { replace: true })
  // The same rows as the unfiltered log shows.
  const { data } = useQuery({ ...logQuery({ ...rest, ...(day !== undefined && { day }) }, undefined), enabled: !by })
  const doers = data?.data.flatMap((entry) => entry.by?.person ?? []) ?? []
  // People who were removed still have entries.
  const names = [...new Set([...people, ...doers, ...(by === undefined ? [] : [by])])]
  return (
    <div className="grid grid-cols-2 gap-3 tablet:w-96">
      <TextField
        type="date"
        label={t('log.day')}
        value={day ?? ''}
        onChange={({ target: { value } }) =>
          go({ ...(by !== undefined && { by }), ...(value !== '' && { day: value }) })
        }
      />
      <SelectField
        label={t('log.by')}
        value={by ?? ''}
        options={{ '': t('log.byAll'), ...Object.fromEntries(names.map((name) => [name, name])) }}
        onChange={(name) => go({ ...(day !== undefined && { day }), ...(name !== '' && { by: name }) })}
      />
    </div>
  )
}
