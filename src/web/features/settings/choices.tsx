import { Choice } from '#web/components/field.tsx'

interface ChoicesProps<Value extends string> {
  readonly legend: string
  /** What follows from the choice. */
  readonly hint?: string
  /** Of the group: no other on the page has it. */
  readonly name: string
  readonly values: readonly Value[]
  readonly chosen: Value
  readonly label: (value: Value) => string
  readonly onChoose: (value: Value) => void
}

/** One of a few, all in sight. */
export const Choices = <Value extends string>(props: ChoicesProps<Value>) => {
  const { legend, hint, name, values, chosen, label, onChoose } = props
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold text-soft">{legend}</legend>
      <div className="grid gap-2 tablet:grid-cols-3">
        {values.map((each) => (
          <Choice
            key={each}
            type="radio"
            name={name}
            label={label(each)}
            checked={each === chosen}
            onChange={() => onChoose(each)}
          />
        ))}
      </div>
      {hint !== undefined && <p className="mt-1 text-sm text-faint">{hint}</p>}
    </fieldset>
  )
}
