import { useTranslate } from '#web/i18n/translations.tsx'
import type { ReactNode } from 'react'

interface PeoplePageProps {
  readonly title: string
  readonly children: ReactNode
}

/** A narrow column with its title: what these screens have in common. */
export function PeoplePage({ title, children }: PeoplePageProps) {
  const t = useTranslate()
  return (
    <div className="flex w-full max-w-xl flex-col gap-5 pb-8">
      <title>{`${title} · ${t('app.name')}`}</title>
      <h1 className="text-xl font-bold">{title}</h1>
      {children}
    </div>
  )
}
