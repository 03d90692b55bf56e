import { Choice } from './field.tsx'

interface ChoicesProps<Value extends string> {
  readonly legend: string
  /** The effect of the choice. */
  readonly hint?: string
  /** The name of the radio group, unique on the page. */
  readonly name: string
  readonly values: readonly Value[]
  readonly chosen: Value
  readonly label: (value: Value) => string
  /** What each value means. With it the values stand below each other. */
  readonly explain?: (value: Value) => string
  /** The labels are interface texts in the page's direction. */
  readonly isSentence?: boolean
  readonly onChoose: (value: Value) => void
}

/** A radio group. */
export const Choices = <Value extends string>(props: ChoicesProps<Value>) => {
  const { legend, hint, name, values, chosen, label, explain, isSentence = false, onChoose } = props
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold text-soft">{legend}</legend>
      <div className={`grid gap-2 ${explain ? '' : 'tablet:grid-cols-3'}`}>
        {values.map((each) => (
          <Choice
            key={each}
            type="radio"
            name={name}
            label={label(each)}
            isSentence={isSentence}
            hint={explain?.(each)}
            checked={each === chosen}
            onChange={() => onChoose(each)}
          />
        ))}
      </div>
      {hint !== undefined && <p className="mt-1 text-sm text-faint">{hint}</p>}
    </fieldset>
  )
}
