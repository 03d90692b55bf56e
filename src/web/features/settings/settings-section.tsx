import { useId, type ReactNode } from 'react'

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
