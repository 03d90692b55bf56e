import type { ReactNode } from 'react'

interface FactsProps {
  readonly title: string
  readonly children: ReactNode
  readonly className?: string
}

/** Facts that belong together, under their title. */
export const Facts = ({ title, children, className = '' }: FactsProps) => (
  <section className={`rounded border border-line bg-raised px-4 py-3 ${className}`}>
    <h2 className="pb-2 text-lg font-bold">{title}</h2>
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">{children}</dl>
  </section>
)

interface FactProps {
  readonly name: string
  readonly children: ReactNode
}

export const Fact = ({ name, children }: FactProps) => (
  <>
    <dt className="text-soft">{name}</dt>
    <dd className="min-w-0 text-end">{children}</dd>
  </>
)
