import { fates, type Bar } from '#contract/desk/shift.ts'
import { Digits } from '#web/components/text.tsx'
import { formatNumber } from '#web/i18n/format-number.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { barName } from './bar-labels.ts'

/** The chart's numbers, for whoever does not see it, or wants them exactly. */
export function ShiftTable({ bars }: { readonly bars: readonly Bar[] }) {
  const t = useTranslate()
  const language = useLanguage()
  const shown = bars.filter((bar) => fates.some((fate) => bar[fate] > 0))
  const columns = fates.filter((fate) => bars.some((bar) => bar[fate] > 0))
  return (
    <details className="print:hidden">
      <summary className="inline-flex min-h-12 items-center text-sm underline">{t('shift.numbers')}</summary>
      <table className="w-full text-sm wrap-anywhere">
        <caption className="sr-only">{t('shift.chart')}</caption>
        <thead>
          <tr>
            <th scope="col" className="px-1 py-2 text-start">
              {t('shift.from')}
            </th>
            {columns.map((fate) => (
              <th key={fate} scope="col" className="px-1 py-2 text-end">
                {t(`shift.${fate}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {shown.map((bar) => (
            <tr key={bar.at}>
              <th scope="row" className="px-1 py-2 text-start font-normal">
                <Digits>{barName(bar, bars, language)}</Digits>
              </th>
              {columns.map((fate) => (
                <td key={fate} className="px-1 py-2 text-end">
                  <Digits>{formatNumber(bar[fate], language)}</Digits>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
