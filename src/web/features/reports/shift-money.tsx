import type { Money as Sums, MoneySum } from '#contract/desk/shift.ts'
import { ServiceText } from '#web/components/text.tsx'
import { Count, Money } from '#web/format/value.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

interface ShiftMoneyProps {
  readonly money: Sums
  /** That of the period before. */
  readonly before?: Sums
}

/** What the sold orders come to, by currency and payment method, and how many totals are missing from it. */
export function ShiftMoney({ money: { sums, unreadable }, before }: ShiftMoneyProps) {
  const t = useTranslate()
  if (sums.length === 0 && unreadable === 0) return null
  return (
    <section aria-labelledby="shift-money" className="flex break-inside-avoid flex-col gap-2 print:gap-0">
      <h3 id="shift-money" className="font-bold text-soft">
        {t('reports.money')}
      </h3>
      {sums.map((sum) => (
        <CurrencySum
          key={sum.currency}
          sum={sum}
          before={before?.sums.find(({ currency }) => currency === sum.currency)}
        />
      ))}
      {unreadable > 0 && (
        <p className="font-semibold text-amber">{t('reports.moneyUnreadable', { count: unreadable })}</p>
      )}
      <p className="text-sm text-faint print:hidden">{t('reports.moneyHint')}</p>
    </section>
  )
}

interface CurrencySumProps {
  readonly sum: MoneySum
  readonly before: MoneySum | undefined
}

function CurrencySum({ sum: { currency, total, orders, payments }, before }: CurrencySumProps) {
  const t = useTranslate()
  const cells = 'py-2 ps-4 text-end max-tablet:pt-0 print:py-0'
  const row = 'max-tablet:grid max-tablet:grid-cols-[2fr_3fr]'
  const name = 'py-2 pe-4 text-start wrap-anywhere max-tablet:col-span-full max-tablet:pb-0 print:py-0'
  return (
    <div className="overflow-x-auto">
      {/* On a phone a name has a line of its own, so that the longest amount has room. */}
      <table className="w-full text-start tablet:table-fixed">
        <caption className="sr-only">{t('reports.moneyIn', { currency })}</caption>
        <thead className="text-sm text-faint">
          <tr className={row}>
            <th scope="col" className="py-1 text-start font-normal max-tablet:sr-only">
              {t('reports.payment')}
            </th>
            <th scope="col" className="py-1 ps-4 text-end font-normal">
              {t('reports.heard')}
            </th>
            <th scope="col" className="py-1 ps-4 text-end font-normal">
              {t('reports.amount')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {payments.map(({ payment, orders: some, total: part }) => (
            <tr key={payment ?? ''} className={row}>
              <th scope="row" className={`${name} font-normal`}>
                {payment === null ? t('reports.paymentUnknown') : <ServiceText>{payment}</ServiceText>}
              </th>
              <td className={cells}>
                <Count of={some} />
              </td>
              <td className={cells}>
                <Money amount={Number(part)} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t-2 border-edge font-bold">
          <tr className={row}>
            <th scope="row" className={name}>
              {t('reports.moneyTotal')}
            </th>
            <td className={cells}>
              <Count of={orders} />
            </td>
            <td className={`${cells} tablet:text-lg`}>
              <Money amount={Number(total)} currency={currency} />
            </td>
          </tr>
          {before && (
            <tr className={`${row} text-soft`}>
              <th scope="row" className={`${name} font-normal`}>
                {t('report.moneyBefore')}
              </th>
              <td className={`${cells} font-normal`}>
                <Count of={before.orders} />
              </td>
              <td className={`${cells} font-normal`}>
                <Money amount={Number(before.total)} currency={currency} />
              </td>
            </tr>
          )}
        </tfoot>
      </table>
    </div>
  )
}
