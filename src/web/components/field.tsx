import { type ComponentProps, type ReactNode, useId } from 'react'

const box =
  'min-h-12 w-full rounded border border-edge bg-raised px-3 text-base text-strong placeholder:text-faint aria-invalid:scroll-mb-16 aria-invalid:border-red'

interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
}

/** A text input with its label above and its hint or error below. */
export function TextField({ label, hint, error, className = '', ...rest }: TextFieldProps) {
  const id = useId()
  const described = error ?? hint
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm font-semibold text-soft">
        {label}
      </label>
      <input
        id={id}
        className={box}
        aria-invalid={error !== undefined}
        {...(described !== undefined && { 'aria-describedby': `${id}-said` })}
        {...rest}
      />
      {described !== undefined && (
        <p
          id={`${id}-said`}
          className={`text-sm ${error === undefined ? 'text-faint' : 'text-red'}`}
          {...(error !== undefined && { role: 'alert' })}
        >
          {described}
        </p>
      )}
    </div>
  )
}

interface TextAreaProps {
  readonly label: string
  readonly error?: string | undefined
  readonly value: string
  readonly onChange: (text: string) => void
}

export function TextArea({ label, error, value, onChange }: TextAreaProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-semibold text-soft">
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={3}
        className={`${box} py-2`}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-said`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-said`} className="text-sm text-red">
        {error}
      </p>
    </div>
  )
}

interface ChoiceProps {
  readonly type: 'radio' | 'checkbox'
  readonly label: string
  /** The label is an interface text in the page's direction, not a text of the service. */
  readonly isSentence?: boolean
  readonly hint?: string | undefined
  /** A large quantity before the label. */
  readonly before?: ReactNode
  readonly checked: boolean
  readonly disabled?: boolean
  /** Groups radios. */
  readonly name?: string
  readonly onChange: (checked: boolean) => void
}

/** A radio or checkbox whose whole row can be pressed. */
export function Choice({
  type,
  label,
  isSentence = false,
  hint,
  before,
  checked,
  disabled = false,
  name,
  onChange,
}: ChoiceProps) {
  const id = useId()
  const described = [before && `${id}-before`, hint !== undefined && `${id}-hint`].filter(Boolean)
  return (
    <div className="relative flex min-h-12 items-center gap-3 rounded border border-line px-3 has-checked:border-accent has-checked:bg-accent-tint">
      <input
        id={id}
        type={type}
        name={name}
        checked={checked}
        disabled={disabled}
        className="z-1 size-6 shrink-0 accent-accent"
        {...(described.length > 0 && { 'aria-describedby': described.join(' ') })}
        onChange={(event) => onChange(event.target.checked)}
      />
      {before && (
        <span id={`${id}-before`} className="min-w-10 shrink-0 text-lg font-bold">
          {before}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <label
          htmlFor={id}
          className={`block after:absolute after:-inset-px ${hint === undefined ? 'py-3 max-tablet:py-2 short:py-1' : 'pt-2 short:pt-1'}`}
        >
          {isSentence ? label : <bdi dir="auto">{label}</bdi>}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="pb-2 text-sm text-faint short:pb-1">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

interface SwitchProps {
  readonly label: string
  readonly hint?: string
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
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        onClick={() => onChange(!checked)}
        className="flex h-12 w-16 shrink-0 items-center"
      >
        <span
          className={`flex h-8 w-14 items-center rounded border-2 p-1 ${checked ? 'justify-end border-accent bg-accent' : 'border-edge bg-sunken'}`}
        >
          {/* In forced-colors mode only the border is visible. */}
          <span className={`size-5 rounded-sm border-2 border-transparent ${checked ? 'bg-on-accent' : 'bg-edge'}`} />
        </span>
      </button>
      <div>
        <p id={id} className="font-semibold">
          {label}
        </p>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-faint max-tablet:sr-only">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
