import type { Alert } from '#contract/desk/alerts.ts'
import { paths } from '#contract/screen-paths.ts'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { formatSent, useToday } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { Link } from 'react-router'
import { alertName, endWords, outcomeInks } from './alert-words.ts'
import { Part } from './part.tsx'

interface AlertListProps {
  readonly alerts: readonly Alert[]
}

/** The last hundred alerts: who was told, and how each ended, newest first. */
export function AlertList({ alerts }: AlertListProps) {
  const t = useTranslate()
  return (
    <Part title={t('alerts.latest')}>
      {alerts.length === 0 ? (
        <p className="text-soft">{t('alerts.noAlerts')}</p>
      ) : (
        <ul className="divide-y divide-line rounded border border-line bg-raised">
          {alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
    </Part>
  )
}

function AlertRow({ alert }: { readonly alert: Alert }) {
  const t = useTranslate()
  const language = useLanguage()
  useToday()
  const { at, order_id: orderId, number, told, ended } = alert
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 px-4 py-3">
      <time dateTime={at} className="text-soft tabular-nums">
        {formatSent(at, language, t, { isShort: true })}
      </time>
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="flex flex-wrap items-baseline gap-x-3">
            {orderId !== null && (
              <Link to={paths.order(orderId)} className="relative -my-3 inline-flex min-h-12 items-center underline">
                <Digits>{number ?? orderId}</Digits>
              </Link>
            )}
            {alertName(alert, t)}
          </p>
          <p className={ended ? 'text-soft' : 'font-semibold text-amber'}>{endWords(alert, t)}</p>
        </div>
        <Told told={told} />
      </div>
    </li>
  )
}

/** Who was told, each with its outcome. */
export function Told({ told }: Pick<Alert, 'told'>) {
  const t = useTranslate()
  if (told.length === 0) return <p className="text-sm text-soft">{t('alerts.nobodyTold')}</p>
  return (
    <ul className="text-sm text-soft">
      {told.map(({ to, name, outcome, at }) => (
        <li key={`${to} ${name} ${at}`}>
          {t(`alerts.rung.${to}`)}: <ServiceText>{name}</ServiceText> ·{' '}
          <span className={outcomeInks[outcome]}>{t(`alerts.outcome.${outcome}`)}</span>
        </li>
      ))}
    </ul>
  )
}
