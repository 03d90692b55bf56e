import { Drawing } from '#web/components/icon.tsx'
import { loadPart } from '#web/i18n/catalogs.ts'
import { lazyComponent, LoadBoundary } from '#web/i18n/lazy-component.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { otherDesksQuery } from './other-desks-query.ts'

export const ShopsDialog = lazyComponent(
  async () => (await Promise.all([import('./shops-dialog.tsx'), loadPart('shops')]))[0].ShopsDialog,
)

const shop =
  'M4 9 5.5 4h13L20 9M4 9h16M4 9a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 9M5.5 12v8h13v-8M10 20v-5h4v5'

/** The button for the desks of a chain's other shops; nothing for a single shop. */
export function OtherShops() {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  // The entry is hidden if the list cannot be read.
  const { data: desks = [] } = useQuery(otherDesksQuery())
  if (!desks.some((desk) => !desk.is_here)) return null
  return (
    <>
      <button type="button" aria-haspopup="dialog" className="top-bar-button" onClick={() => setOpen(true)}>
        <Drawing path={shop} />
        <span className="max-wide:sr-only">{t('shops.others')}</span>
      </button>
      {isOpen && (
        <LoadBoundary instead={t('failure.noContact')}>
          <ShopsDialog desks={desks} onClose={() => setOpen(false)} />
        </LoadBoundary>
      )}
    </>
  )
}
