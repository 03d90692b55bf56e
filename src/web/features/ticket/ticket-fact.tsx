import type { ReactNode } from 'react'

interface FactProps {
  readonly name: string
  readonly isLarge?: boolean
  readonly children: ReactNode
}

/** Side by side where there is room, else the one below the other. */
export const Fact = ({ name, isLarge = false, children }: FactProps) => (
  <div className="ticket-fact">
    <dt>{name}</dt>
    <dd className={isLarge ? 'ticket-name' : ''}>{children}</dd>
  </div>
)

/** An amount or a moment: half of one on the next line would be read as another. */
export const Whole = ({ children }: { readonly children: string }) => <bdi className="ticket-whole">{children}</bdi>
