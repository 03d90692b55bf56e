import type { MissingItem, PersonFigures, SoldItem } from '#contract/desk/reports.ts'
import { ServiceText } from '#web/components/text.tsx'
import { Count } from '#web/format/value.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { secondsWords } from './report-figures.tsx'
import { usualFrom } from './shift-figures.tsx'
import type { ReactNode } from 'react'

/** So that a report is one page. */
const printedAtMost = 5

interface ListTableProps {
  readonly title: string
  /** The first heads the names, the others numbers. */
  readonly headings: readonly string[]
  readonly rows: readonly { readonly key: string; readonly name: ReactNode; readonly cells: readonly ReactNode[] }[]
  /** It has four numbers, so on a phone a name has a line of its own. */
  readonly isWide?: boolean
}

/** As wide as the headings are at 320 px, in any language. */
const wideRow = 'max-tablet:grid max-tablet:grid-cols-[15fr_13fr_10fr_12fr] max-tablet:gap-x-1'

const ListTable = ({ title, headings: [heading, ...others], rows, isWide = false }: ListTableProps) => (
  <div className="min-w-0 overflow-x-auto">
    <table className="w-full break-inside-avoid text-start print:text-sm">
      <caption className="pb-1 text-start font-bold text-soft">{title}</caption>
      <thead className="text-sm text-faint">
        <tr className={isWide ? wideRow : ''}>
          <th scope="col" className={`py-1 text-start font-normal ${isWide ? 'max-tablet:sr-only' : ''}`}>
            {heading}
          </th>
          {others.map((each) => (
            <th
              key={each}
              scope="col"
              className={`py-1 text-end align-bottom font-normal ${isWide ? 'tablet:ps-2' : 'ps-2'}`}
            >
              {each}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ key, name, cells }, place) => (
          <tr key={key} className={`${isWide ? wideRow : ''} ${place < printedAtMost ? '' : 'print:hidden'}`}>
            <th
              scope="row"
              className={`py-2 pe-2 text-start font-normal wrap-break-word print:py-0 ${isWide ? 'max-tablet:col-span-full max-tablet:pb-0' : ''}`}
            >
              {name}
            </th>
            {cells.map((cell, index) => (
              <td
                key={others[index]}
                className={`py-2 ps-2 text-end tabular-nums print:py-0 ${isWide ? 'max-tablet:ps-0 max-tablet:pt-0' : ''}`}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** A list on the screen; the file has all. */
const shownAtMost = 10

interface ReportItemsProps {
  readonly items: readonly SoldItem[]
  readonly missing: readonly MissingItem[]
}

/** What was sold most, and what was missing most often. */
export function ReportItems({ items, missing }: ReportItemsProps) {
  const t = useTranslate()
  const nameOf = ({ product_id: id, name }: MissingItem) => <ServiceText>{name ?? id ?? '—'}</ServiceText>
  const keyOf = ({ product_id: id, name }: MissingItem) => `${id} ${name}`
  if (items.length === 0 && missing.length === 0) return null
  return (
    <div
      className={`grid gap-6 ${items.length > 0 && missing.length > 0 ? 'tablet:grid-cols-2 print:grid-cols-2' : ''}`}
    >
      {items.length > 0 && (
        <ListTable
          title={t('report.items')}
          headings={[t('report.item'), t('report.quantity'), t('reports.heard')]}
          rows={items.slice(0, shownAtMost).map((item) => ({
            key: keyOf(item),
            name: nameOf(item),
            cells: [<Count key="quantity" of={item.quantity} />, <Count key="orders" of={item.orders} />],
          }))}
        />
      )}
      {missing.length > 0 && (
        <ListTable
          title={t('report.missingItems')}
          headings={[t('report.item'), t('reports.heard')]}
          rows={missing.slice(0, shownAtMost).map((item) => ({
            key: keyOf(item),
            name: nameOf(item),
            cells: [<Count key="orders" of={item.orders} />],
          }))}
        />
      )}
    </div>
  )
}

/** What each person did. */
export function ReportPeople({ people }: { readonly people: readonly PersonFigures[] }) {
  const t = useTranslate()
  return (
    <ListTable
      isWide
      title={t('report.people')}
      headings={[
        t('report.person'),
        t('reports.accepted'),
        t('reports.rejected'),
        t('report.madeReady'),
        t('report.answerTime'),
      ]}
      rows={people.map(({ name, kind, accepted, rejected, ready, to_answer: times }) => ({
        key: `${kind} ${name}`,
        name: <ActorName name={name} kind={kind} />,
        cells: [
          <Count key="accepted" of={accepted} />,
          <Count key="rejected" of={rejected} />,
          <Count key="ready" of={ready} />,
          times.median_seconds === null || times.count < usualFrom ? '—' : secondsWords(times.median_seconds, t),
        ],
      }))}
    />
  )
}

/** A key may have the name of a person. */
function ActorName({ name, kind }: Pick<PersonFigures, 'name' | 'kind'>) {
  const t = useTranslate()
  if (kind === 'rule') return t('by.rule')
  if (kind === 'nobody') return t('report.nobody')
  return <ServiceText>{kind === 'key' ? t('by.key', { name }) : name}</ServiceText>
}
