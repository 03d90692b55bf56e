import { useId } from 'react'

interface SwitchProps {
  readonly label: string
  readonly hint: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        onClick={() => onChange(!checked)}
        className="flex h-12 w-16 shrink-0 items-center"
      >
        <span
          className={`flex h-8 w-14 items-center rounded border-2 p-1 ${checked ? 'justify-end border-accent bg-accent' : 'border-edge bg-sunken'}`}
        >
          {/* Where a reader has colours of their own, its border is what is seen of it. */}
          <span className={`size-5 rounded-sm border-2 border-transparent ${checked ? 'bg-on-accent' : 'bg-edge'}`} />
        </span>
      </button>
      <div>
        <p id={id} className="font-semibold">
          {label}
        </p>
        <p id={`${id}-hint`} className="text-sm text-faint max-tablet:sr-only">
          {hint}
        </p>
      </div>
    </div>
  )
}
