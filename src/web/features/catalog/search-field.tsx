import { textLimit } from '#contract/text.ts'
import { useId } from 'react'

interface SearchFieldProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** A search field. Its visible placeholder is `hint`, its accessible name is `label`. */
export function SearchField({ label, hint = label, value, onChange }: SearchFieldProps) {
  const id = useId()
  return (
    <div role="search" className="min-w-0 flex-1 basis-64">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        id={id}
        type="search"
        // An empty field follows the direction of the page, because it shows the hint.
        dir={value === '' ? undefined : 'auto'}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={textLimit}
        placeholder={hint}
        className="min-h-12 w-full rounded border border-edge bg-raised px-3 text-base placeholder:text-faint"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
