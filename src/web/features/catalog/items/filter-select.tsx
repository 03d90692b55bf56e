import { useTranslate } from '#web/i18n/translations.tsx'
import { useId } from 'react'

export interface OptionGroup {
  readonly name?: string
  readonly options: readonly { readonly value: string; readonly name: string }[]
}

interface FilterSelectProps {
  readonly label: string
  readonly value: string | undefined
  readonly groups: readonly OptionGroup[]
  readonly onChange: (value: string | undefined) => void
}

/** The platform's own list, which is made for fingers and for hundreds of entries. */
export function FilterSelect({ label, value = '', groups, onChange }: FilterSelectProps) {
  const t = useTranslate()
  const id = useId()
  const isListed = value === '' || groups.some(({ options }) => options.some((option) => option.value === value))
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-semibold text-soft">
        {label}
      </label>
      <select
        id={id}
        className="min-h-12 w-full rounded border border-edge bg-raised px-2 text-base text-strong"
        value={value}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      >
        <option value="">{t('items.any')}</option>
        {!isListed && <option value={value}>{`#${value}`}</option>}
        {groups.map(({ name, options }, index) => {
          const entries = options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))
          return name === undefined ? entries : <Group key={index} name={name} entries={entries} />
        })}
      </select>
    </div>
  )
}

const Group = ({ name, entries }: { readonly name: string; readonly entries: React.ReactNode }) =>
  // One without entries could not be chosen from.
  Array.isArray(entries) && entries.length > 0 ? <optgroup label={name}>{entries}</optgroup> : null
