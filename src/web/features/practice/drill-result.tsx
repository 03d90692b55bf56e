import type { Drill, DrillStep } from '#contract/desk/practice.ts'
import { Button } from '#web/components/button.tsx'
import { Digits } from '#web/components/text.tsx'
import { numberingIn } from '#web/i18n/digits.ts'
import { formatNumber } from '#web/i18n/format-number.ts'
import { numberFormat } from '#web/i18n/intl.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useTurnDrill } from './drill-queries.ts'

/** How a drill went: what was done, how long it took, and how often the service was asked. */
export function DrillResult({ drill: { steps } }: { readonly drill: Drill }) {
  const t = useTranslate()
  const turn = useTurnDrill()
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <section aria-label={t('drill.title')} className="border-t border-line py-3">
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
