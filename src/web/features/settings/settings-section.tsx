import { Button } from '#web/components/button.tsx'
import { Choice } from '#web/components/field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { type ReactNode, useEffect, useId, useState } from 'react'

interface SettingsSectionProps {
  readonly title: string
  readonly children: ReactNode
}

/** A titled group of settings. */
export function SettingsSection({ title, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 rounded border border-line bg-raised p-4 tablet:p-6">
      <h2 id={id} className="text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A list of facts, each with its name. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className="flex flex-col divide-y divide-line">{children}</dl>
)

interface FactProps {
  readonly name: string
  /** What it means, if that needs explaining. */
  readonly hint?: string | undefined
  readonly look?: 'plain' | 'good' | 'amber' | 'red'
  readonly children: ReactNode
}

const inks = { plain: '', good: 'text-good', amber: 'text-amber', red: 'text-red' }

export const Fact = ({ name, hint, look = 'plain', children }: FactProps) => (
  <div className="grid gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0 tablet:grid-cols-[12rem_1fr]">
    <dt className="text-sm font-semibold text-soft tablet:leading-6">{name}</dt>
    <dd className="min-w-0">
      <p className={`font-semibold ${inks[look]}`}>{children}</p>
      {hint !== undefined && <p className="text-sm text-faint">{hint}</p>}
    </dd>
  </div>
)

interface ChoicesProps<Value extends string> {
  readonly legend: string
  /** The effect of the choice. */
  readonly hint?: string
  /** The name of the radio group, unique on the page. */
  readonly name: string
  readonly values: readonly Value[]
  readonly chosen: Value
  readonly label: (value: Value) => string
  readonly onChoose: (value: Value) => void
}

/** A radio group. */
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

type Outcome = 'copied' | 'failed' | undefined

const shownForMs = 4000

/** Copies a text and tells whether that worked, because some browsers refuse. */
export function CopyButton({ text }: { readonly text: string }) {
  const t = useTranslate()
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(undefined), shownForMs)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }

  return (
    <div className="flex items-center gap-3">
      <Button onClick={() => void copy()}>{t('settings.copy')}</Button>
      <p
        role="status"
        className={`max-w-48 text-sm font-semibold empty:hidden ${outcome === 'failed' ? 'text-red' : 'text-good'}`}
      >
        {outcome && t(outcome === 'copied' ? 'settings.copied' : 'settings.copyFailed')}
      </p>
    </div>
  )
}
