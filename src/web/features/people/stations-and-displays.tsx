import { paths } from '#contract/screen-paths.ts'
import { displaySettingsQuery, stationSettingsQuery } from '#web/api/tablet-settings.ts'
import { Skeleton } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { DisplayForm } from './display-form.tsx'
import { StationForm } from './station-form.tsx'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'

interface StationsAndDisplaysProps {
  readonly mayChange: boolean
}

/** The other screens of the shop: a counter can open them, and a manager sets what they show. */
export function StationsAndDisplays({ mayChange }: StationsAndDisplaysProps) {
  const t = useTranslate()
  const title = useId()
  return (
    <section aria-labelledby={title} className="flex flex-col gap-5 border-t border-line pt-5">
      <h2 id={title} className="text-lg font-semibold">
        {t('tablets.screens')}
      </h2>
      <p className="text-soft">{t('tablets.screensHint')}</p>
      <div className="flex flex-wrap gap-3">
        {(['station', 'display'] as const).map((role) => (
          <Link key={role} to={paths[role]} className="button min-h-12 border-edge bg-raised px-4 hover:bg-sunken">
            {t(`tablets.open.${role}`)}
          </Link>
        ))}
      </div>
      {mayChange && <Forms />}
    </section>
  )
}

function Forms() {
  const station = useQuery(stationSettingsQuery())
  const display = useQuery(displaySettingsQuery())
  const error = station.error ?? display.error
  if (!station.data || !display.data) {
    if (error) throw error
    return <Skeleton className="h-40" />
  }
  return (
    <>
      <StationForm settings={station.data} />
      <DisplayForm settings={display.data} />
    </>
  )
}
