import { fates, type Bar } from '#contract/desk/shift.ts'
import { Digits } from '#ui/text.tsx'
import { formatNumber } from '#words/format-number.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { barName } from './bar-labels.ts'

/** The chart's numbers, for whoever does not see it, or wants them exactly. */
export function ShiftTable({ bars }: { readonly bars: readonly Bar[] }) {
  const say = useWords()
  const language = useLanguage()
  const shown = bars.filter((bar) => fates.some((fate) => bar[fate] > 0))
  const columns = fates.filter((fate) => bars.some((bar) => bar[fate] > 0))
  return (
    <details className="print:hidden">
      <summary className="inline-flex min-h-12 items-center text-sm underline">{say('shift.numbers')}</summary>
      <table className="w-full text-sm wrap-anywhere">
        <caption className="sr-only">{say('shift.chart')}</caption>
        <thead>
          <tr>
            <th scope="col" className="px-1 py-2 text-start">
              {say('shift.from')}
            </th>
            {columns.map((fate) => (
              <th key={fate} scope="col" className="px-1 py-2 text-end">
                {say(`shift.${fate}`)}
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
