import type { ReactNode } from 'react'

interface ChoicesProps {
  readonly legend: string
  /** What follows from the choice. */
  readonly hint?: string
  readonly children: ReactNode
}

/** One of a few, all in sight. */
export const Choices = ({ legend, hint, children }: ChoicesProps) => (
  <fieldset className="min-w-0">
    <legend className="mb-2 text-sm font-semibold text-soft">{legend}</legend>
    <div className="grid gap-2 tablet:grid-cols-3">{children}</div>
    {hint !== undefined && <p className="mt-1 text-sm text-faint">{hint}</p>}
  </fieldset>
)
