import { useId } from 'react'

interface CodeFieldProps {
  readonly label: string
  readonly error: string | undefined
  readonly typed: string
  readonly onType: (text: string) => void
}

/** One code, as large as it is said aloud; the browser keeps nothing of it either. */
export function CodeField({ label, error, typed, onType }: CodeFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-lg font-semibold">
        {label}
      </label>
      <input
        id={id}
        dir="ltr"
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        className="min-h-18 w-full rounded border-2 border-edge bg-raised px-4 text-center text-2xl font-bold tracking-widest text-strong tabular-nums aria-invalid:border-red"
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-said`}
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
      <p id={`${id}-said`} role="status" className="text-red">
        {error}
      </p>
    </div>
  )
}
