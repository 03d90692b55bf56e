import { useId } from 'react'

interface SelectFieldProps {
  readonly label: string
  readonly value: string
  readonly options: Readonly<Record<string, string>>
  readonly onChange: (value: string) => void
  /** Shows the label to screen readers only. */
  readonly isLabelHidden?: boolean
}

export function SelectField({ label, value, options, onChange, isLabelHidden = false }: SelectFieldProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-semibold text-soft'}>
        {label}
      </label>
      <select
        id={id}
        className="min-h-12 w-full rounded border border-edge bg-raised px-2 text-base text-strong wide:px-1 wide:text-sm"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {Object.entries(options).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
