import { useTranslate } from '#web/i18n/translations.tsx'
import type { KeyboardEventHandler, ReactNode } from 'react'

interface CatalogPageProps {
  readonly title: string
  readonly children: ReactNode
  readonly className?: string
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement>
}

/** What the catalog's screens have in common: a title, and that nothing can be changed here. */
export function CatalogPage({ title, children, className = '', onKeyDown }: CatalogPageProps) {
  const t = useTranslate()
  return (
    <div role="presentation" className={`flex flex-col gap-4 pb-6 ${className}`} onKeyDown={onKeyDown}>
      <title>{`${title} · ${t('app.name')}`}</title>
      <header>
        <h1 className="text-xl font-bold">{title}</h1>
        <p className="text-sm text-soft">{t('catalog.readOnly')}</p>
      </header>
      {children}
    </div>
  )
}
