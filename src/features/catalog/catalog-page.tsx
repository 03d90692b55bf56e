import { useWords } from '#words/words.tsx'
import type { ReactNode } from 'react'

interface CatalogPageProps {
  readonly title: string
  readonly children: ReactNode
  readonly className?: string
}

/** What the catalog's screens have in common: a title, and that nothing can be changed here. */
export function CatalogPage({ title, children, className = '' }: CatalogPageProps) {
  const say = useWords()
  return (
    <div className={`flex flex-col gap-4 pb-6 ${className}`}>
      <title>{`${title} · ${say('app.name')}`}</title>
      <header>
        <h1 className="text-xl font-bold">{title}</h1>
        <p className="text-sm text-soft">{say('catalog.readOnly')}</p>
      </header>
      {children}
    </div>
  )
}
