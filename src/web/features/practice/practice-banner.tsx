import { Later } from '#web/components/later.tsx'
import { lazily } from '#web/i18n/catalogs.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { Suspense, useState } from 'react'

const DrillTask = lazily(async () => (await import('./drill-task.tsx')).DrillTask)
const PracticePanel = lazily(async () => (await import('./practice-panel.tsx')).PracticePanel)

/** Stands on every screen of a store that is not real; a live desk never loads it. */
export function PracticeBanner({ mode }: { readonly mode: 'practice' | 'demo' }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <aside aria-label={t('practice.banner')} className="no-print border-b-2 border-dashed border-edge bg-sunken">
      <details open={isOpen} className="px-4 tablet:px-6" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-12 items-center justify-between gap-3 py-1 leading-5 font-semibold">
          {t(mode === 'demo' ? 'demo.banner' : 'practice.banner')}
          <span className="underline">{t('practice.bannerMore')}</span>
        </summary>
        <div className="pb-3">
          <Suspense>{isOpen && <PracticePanel />}</Suspense>
        </div>
      </details>
      <div className="px-4 tablet:px-6">
        <Later>
          <Suspense>
            <DrillTask />
          </Suspense>
        </Later>
      </div>
    </aside>
  )
}
