import { useServerNow } from '#web/api/http/server-clock.ts'
import type { DrillStep } from '#contract/desk/practice.ts'
import { paths } from '#contract/screen-paths.ts'
import { Button } from '#web/components/button.tsx'
import { Digits } from '#web/components/text.tsx'
import { formatCountdown } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { drillQuery, useTurnDrill } from './drill-queries.ts'
import { DrillResult } from './drill-result.tsx'

/** What a running drill asks for now, above every screen; and, once it is over, how it went. */
export function DrillTask() {
  const t = useTranslate()
  const { data: drill } = useQuery(drillQuery())
  const turn = useTurnDrill()
  if (!drill) return null
  const now = drill.steps.find(({ state }) => state === 'now')
  const past = drill.steps.filter(({ state }) => state === 'done' || state === 'missed').length
  if (!drill.is_running) return past === drill.steps.length ? <DrillResult drill={drill} /> : null
  const place = { step: Math.min(past + 1, drill.steps.length), of: drill.steps.length }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-2">
      <div role="status" className="min-w-0 flex-1 basis-64">
        <p className="text-sm font-semibold text-amber">{t('drill.step', place)}</p>
        <p className="font-semibold">
          {now ? t(`drill.${now.name}`, { number: now.number ?? '' }) : t(wordOnTheWay(drill.steps))}
        </p>
      </div>
      {now && <StepTime step={now} />}
      {now?.order_id && (
        <Link
          to={paths.order(now.order_id)}
          className="inline-flex min-h-12 items-center rounded border border-edge bg-raised px-4 font-semibold"
        >
          {t('drill.open')}
        </Link>
      )}
      <Button onClick={() => turn.mutate(false)}>{t('drill.stop')}</Button>
    </div>
  )
}

/** Between two steps: what is missed is not praised. */
function wordOnTheWay(steps: readonly DrillStep[]) {
  const last = steps.findLast(({ state }) => state !== 'waiting')
  if (!last) return 'drill.first'
  return last.state === 'missed' ? 'drill.nextMissed' : 'drill.next'
}

function StepTime({ step: { began_at: began } }: { readonly step: DrillStep }) {
  const now = useServerNow()
  const language = useLanguage()
  if (began === null) return null
  return <Digits className="text-lg font-bold">{formatCountdown((now - Date.parse(began)) / 1000, language)}</Digits>
}
