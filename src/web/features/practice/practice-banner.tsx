import { PracticePanel } from './practice-panel.tsx'
import { DrillTask } from './drill.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useState } from 'react'

/** Marks every screen of a practice store; a live desk never loads it. */
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
        <div className="pb-3">{isOpen && <PracticePanel />}</div>
      </details>
      <div className="px-4 tablet:px-6">
        <DrillTask />
      </div>
    </aside>
  )
}
