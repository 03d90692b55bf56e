import { type Drill, type DrillStep, practice, type PracticeKind, type PracticeLine } from '#contract/desk/practice.ts'
import { paths } from '#contract/screen-paths.ts'
import { callDesk } from '#web/api/http/call.ts'
import { useServerNow } from '#web/api/http/server-clock.ts'
import { Button } from '#web/components/button.tsx'
import { Digits } from '#web/components/text.tsx'
import { formatCountdown, formatNumber, numberFormat, numberingIn } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'

const refreshMs = 5000

/** The state of the simulated customers and of the simulated network. */
export const practiceQuery = () =>
  queryOptions({
    queryKey: ['practice'],
    queryFn: async ({ signal }) => (await callDesk(practice.read, { signal })).data,
    refetchInterval: refreshMs,
  })

export function usePlaceOrder(onPlaced: (orderId: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (kind: PracticeKind) => callDesk(practice.placeOrder, { body: { kind } }),
    onSuccess: ({ data }) => onPlaced(data.id),
    onSettled: () => queries.invalidateQueries(practiceQuery()),
  })
}

export function useSetLine() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (line: PracticeLine) => callDesk(practice.setLine, { body: { line } }),
    onSettled: () => queries.invalidateQueries(practiceQuery()),
  })
}

const everyMs = 1000
const seldomMs = 10_000

/** The state of the drill, polled each second while there is one. */
const drillQuery = () =>
  queryOptions({
    queryKey: ['practice', 'drill'],
    queryFn: async ({ signal }) => (await callDesk(practice.readDrill, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.is_running === true ? everyMs : seldomMs),
    // One of its steps cuts the network, and the next poll notices the end.
    retry: false,
    throwOnError: false,
  })

export function useTurnDrill() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) => callDesk(on ? practice.startDrill : practice.stopDrill),
    onSuccess: ({ data }) => queries.setQueryData(drillQuery().queryKey, data),
  })
}

/** The result of a drill: what was done, how long it took, and the number of requests. */
function DrillResult({ drill: { steps } }: { readonly drill: Drill }) {
  const t = useTranslate()
  const turn = useTurnDrill()
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <section aria-label={t('drill.title')} className="drill no-print flex-col">
      <p role="status" className={`text-lg font-bold ${done === steps.length ? 'text-good' : 'text-amber'}`}>
        {t('drill.over', { done, of: steps.length })}
      </p>
      <div className="overflow-x-auto">
        <table className="w-full text-start">
          <thead className="text-sm text-soft">
            <tr>
              <th className="py-1 pe-4 text-start font-semibold">{t('drill.what')}</th>
              <th className="py-1 pe-4 text-end font-semibold">{t('drill.seconds')}</th>
              <th className="py-1 text-end font-semibold">{t('drill.requests')}</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <StepRow key={step.name} step={step} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-sm text-soft">{t('drill.requestsHint')}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button isBusy={turn.isPending} onClick={() => turn.mutate(true)}>
          {t('drill.again')}
        </Button>
        <Button isBusy={turn.isPending} onClick={() => turn.mutate(false)}>
          {t('drill.close')}
        </Button>
      </div>
    </section>
  )
}

const inTenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

function StepRow({ step: { name, state, seconds, requests } }: { readonly step: DrillStep }) {
  const t = useTranslate()
  const language = useLanguage()
  const rounded =
    seconds === null ? '—' : numberFormat(language, { ...inTenths, ...numberingIn(language) }).format(seconds)
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 pe-4 text-start font-normal">
        {t(`drill.${name}Was`)}
      </th>
      <td className={`py-2 pe-4 text-end ${state === 'done' ? '' : 'font-semibold text-red'}`}>
        {state === 'done' ? <Digits>{rounded}</Digits> : t('drill.missed')}
      </td>
      <td className="py-2 text-end">
        <Digits>{requests === null ? '—' : formatNumber(requests, language)}</Digits>
      </td>
    </tr>
  )
}

/** The task of the running drill, above every screen, and its result at the end. */
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
    <section aria-label={t('drill.title')} className="drill no-print flex-wrap items-center justify-between gap-3">
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
    </section>
  )
}

/** Between two steps: a missed step gets no praise. */
function wordOnTheWay(steps: readonly DrillStep[]) {
  const last = steps.findLast(({ state }) => state !== 'waiting')
  if (!last) return 'drill.first'
  return last.state === 'missed' ? 'drill.nextMissed' : 'drill.next'
}

/** How long the step has been running. */
function StepTime({ step: { began_at: began } }: { readonly step: DrillStep }) {
  const t = useTranslate()
  const now = useServerNow()
  const language = useLanguage()
  if (began === null) return null
  return (
    <p>
      <span className="block text-sm text-soft">{t('drill.time')}</span>
      <Digits className="text-lg font-bold">{formatCountdown((now - Date.parse(began)) / 1000, language)}</Digits>
    </p>
  )
}
