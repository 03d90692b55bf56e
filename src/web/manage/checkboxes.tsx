import { Choice } from '#web/components/field.tsx'
import { useId } from 'react'

interface CheckboxesProps<Value extends string> {
  readonly legend: string
  readonly values: readonly Value[]
  readonly chosen: readonly Value[]
  readonly error: string | undefined
  readonly label: (value: Value) => string
  readonly explain: (value: Value) => string
  /** Receives the chosen values in the order of `values`. */
  readonly onChoose: (chosen: readonly Value[]) => void
}

/** A list of choices, each with a sentence. What is wrong stands above them, where the focus goes. */
export function Checkboxes<Value extends string>(props: CheckboxesProps<Value>) {
  const { legend, values, chosen, error, label, explain, onChoose } = props
  const id = useId()
  return (
    <fieldset className="min-w-0" {...(error !== undefined && { 'aria-describedby': id, 'data-invalid': true })}>
      <legend className="mb-2 text-sm font-semibold text-soft">{legend}</legend>
      {error !== undefined && (
        <p id={id} role="alert" className="mb-2 text-sm text-red">
          {error}
        </p>
      )}
      <div className="grid gap-2">
        {values.map((value) => (
          <Choice
            key={value}
            type="checkbox"
            isSentence
            label={label(value)}
            hint={explain(value)}
            checked={chosen.includes(value)}
            onChange={(isOn) => onChoose(values.filter((each) => (each === value ? isOn : chosen.includes(each))))}
          />
        ))}
      </div>
    </fieldset>
  )
}
