import type { Shortage } from '#contract/desk/shortages.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import { orderItems, type ReadOrder, type ReadOrderItem } from '#contract/vendor/order.ts'
import { ServiceText } from '#web/components/text.tsx'
import { flatten, mostImportantFirst, type Note } from '#domain/customer-notes.ts'
import { NoteText } from '#web/format/note-text.tsx'
import { splitSize } from '#web/format/name-size.ts'
import { PlainValue, Quantity } from '#web/format/value.tsx'
import { listNames } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

/** The lines that a card names; the others are counted. */
export const shownLines = 3

interface CardLinesProps {
  readonly order: ReadOrder
  /** The shortages of the lines, by place. */
  readonly out?: readonly (Shortage | undefined)[]
}

/** The first lines of an order: what is in it, and what of it is out. */
export function CardLines({ order, out = [] }: CardLinesProps) {
  const lines = orderItems(order)
  if (lines.length === 0) return order.items instanceof Unreadable ? <PlainValue of={order.items} /> : null
  return (
    <ul className="card-lines">
      {lines.slice(0, shownLines).map((line, index) => (
        <CardLine
          key={index}
          line={line}
          isOut={out[index] !== undefined}
          more={index + 1 === shownLines ? lines.length - shownLines : 0}
        />
      ))}
    </ul>
  )
}

interface CardLineProps {
  readonly line: ReadOrderItem | Unreadable
  readonly isOut: boolean
  /** How many lines follow that the card does not name. */
  readonly more: number
}

function CardLine({ line, isOut, more }: CardLineProps) {
  const t = useTranslate()
  if (line instanceof Unreadable) {
    return (
      <li>
        <PlainValue of={line} />
        <MoreLines count={more} />
      </li>
    )
  }
  return (
    <li>
      <b>
        <Quantity of={readable(line.quantity) ?? '?'} />
      </b>{' '}
      {line.product instanceof Unreadable ? (
        <PlainValue of={line.product} />
      ) : (
        <PlainValue of={line.product?.name}>{(name) => <LineName>{name}</LineName>}</PlainValue>
      )}
      {isOut && <span className="card-out">{t('shortage.chip')}</span>}
      <MoreLines count={more} />
    </li>
  )
}

/** The names of lines that are out and that the card does not name. */
export function CardOut({ out = [] }: Pick<CardLinesProps, 'out'>) {
  const t = useTranslate()
  const language = useLanguage()
  const names = out.slice(shownLines).flatMap((shortage) => (shortage ? (shortage.name ?? '') : []))
  if (names.length === 0) return null
  return (
    <span className="block truncate text-sm font-semibold text-amber">
      {t('shortage.outNames', { names: listNames(names, language) })}
    </span>
  )
}

/** A product's name, cut before its size, because products may differ in nothing else. */
function LineName({ children: name }: { readonly children: string }) {
  const [head, size] = splitSize(name)
  if (size === '') return <ServiceText className="min-w-0 truncate">{name}</ServiceText>
  return (
    <bdi dir="auto" className="card-line-name">
      <span className="min-w-0 truncate">{head}</span>
      {size}
    </bdi>
  )
}

function MoreLines({ count }: { readonly count: number }) {
  const t = useTranslate()
  return count > 0 && <span className="ms-auto shrink-0 ps-2 text-sm font-semibold">{t('card.more', { count })}</span>
}

/**
 * The customer's notes on any line, as text. Equal notes are shown once, and the most important ones first, because a
 * card has room for three rows.
 */
export function CardNotes({ order }: { readonly order: ReadOrder }) {
  const language = useLanguage()
  const t = useTranslate()
  const all = orderItems(order).flatMap((line) => flatten(readable(line)?.customizations, language).notes)
  const notes = new Map<string, Note>()
  for (const note of mostImportantFirst(all)) {
    const { name, value } = note
    // A board saved on this tablet keeps only that there is a note.
    const isKeptOut = value === true && name === undefined
    notes.set(JSON.stringify([name, value]), isKeptOut ? { ...note, value: t('tag.notes') } : note)
  }
  if (notes.size === 0) return null
  return (
    <span className="card-notes">
      {[...notes].map(([key, note], index) => (
        <span key={key}>
          {index > 0 && ' · '}
          <NoteText note={note} />
        </span>
      ))}
    </span>
  )
}
