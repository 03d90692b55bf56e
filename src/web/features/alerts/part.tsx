import { type ReactNode, useId } from 'react'

interface PartProps {
  readonly title: string
  readonly children: ReactNode
}

/** A titled part of the screen. */
export function Part({ title, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
