import type { PickState } from '#contract/desk/marks.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import { flatten } from '#domain/customer-notes.ts'
import { Drawing, Icon } from '#web/components/icon.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { NoteText } from '#web/format/note-text.tsx'
import { PlainValue, Quantity } from '#web/format/value.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import type { TicketLine } from './tickets.ts'
import { useId } from 'react'

const tick = 'M4 12.5l5.5 5.5L20 6.5'
const notFound = 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M6.5 6.5l11 11'

interface LineRowProps {
  readonly of: TicketLine
  /** The number of its order if the ticket goes on with it in a further column. */
  readonly continues: string | undefined
  /** It is not on the screen, so that no key may reach it. */
  readonly isCut: boolean
  /** The scanned part of the quantity, as text. */
  readonly scanned: string | undefined
  /** The product was not found in another order. */
  readonly isShort: boolean
  /** The latest scan was for it, or it holds the marked product. */
  readonly isMarked: boolean
  /** Undefined while it cannot be ticked. */
  readonly onPress: ((state: PickState | null) => void) | undefined
}

/** A line of a ticket: one large target that ticks it, and a small one, apart from it, that says it was not found. */
export function LineRow({
  of: { line, name, state },
  continues,
  isCut,
  scanned,
  isShort,
  isMarked,
  onPress,
}: LineRowProps) {
  const t = useTranslate()
  const notesId = useId()
  const isMissing = state === 'missing'
  const content = (
    <>
      <span className="station-line-quantity">
        {line instanceof Unreadable ? (
          '?'
        ) : (
          <PlainValue of={line.quantity}>{(quantity) => <Quantity of={quantity} />}</PlainValue>
        )}
      </span>
      <span className="station-line-name">
        {line instanceof Unreadable ? <PlainValue of={line} /> : <ServiceText>{name}</ServiceText>}
        {isMissing && (
          <span className="station-line-state">
            <Drawing path={notFound} className="station-line-icon" />
            {t('pick.missing')}
          </span>
        )}
        {state === null && scanned !== undefined && <span className="station-line-state">{scanned}</span>}
        {state === null && isShort && (
          <span className="station-line-state is-short">
            <Icon name="warning" className="station-line-icon" />
            {t('station.short')}
          </span>
        )}
      </span>
    </>
  )
  return (
    <li className="station-ticket-line" data-state={state ?? 'open'} data-marked={isMarked || undefined} inert={isCut}>
      {continues !== undefined && (
        <p className="station-ticket-continued">{t('station.continued', { number: continues })}</p>
      )}
      <div className="station-line-row">
        {onPress ? (
          <button
            type="button"
            role="checkbox"
            aria-checked={isMissing ? 'mixed' : state === 'picked'}
            aria-label={t('pick.tick', { name })}
            aria-describedby={notesId}
            className="station-line-tick"
            onClick={() => onPress(state === null ? 'picked' : null)}
          >
            {content}
          </button>
        ) : (
          <div className="station-line-tick">{content}</div>
        )}
        {/* Both are always there, and the state shows one of them, so that a tick lays nothing out anew. */}
        <div className="station-line-end">
          <Drawing path={tick} className="station-line-done" />
          {onPress && (
            <button
              type="button"
              aria-label={t(isMissing ? 'pick.foundName' : 'pick.miss', { name })}
              disabled={state === 'picked'}
              className="station-line-miss"
              onClick={() => onPress(isMissing ? null : 'missing')}
            >
              <Drawing path={notFound} className="size-5" />
              {t(isMissing ? 'pick.found' : 'pick.missing')}
            </button>
          )}
        </div>
      </div>
      <Notes of={line} id={notesId} />
    </li>
  )
}

function Notes({ of, id }: { readonly of: TicketLine['line']; readonly id: string }) {
  const t = useTranslate()
  const { notes, isCut } = flatten(readable(of)?.customizations, useLanguage())
  if (notes.length === 0) return null
  return (
    <div id={id} className="station-line-notes">
      {notes.map((note, index) => (
        <p key={index} style={{ paddingInlineStart: `${note.depth * 0.75}em` }}>
          <NoteText note={note} />
        </p>
      ))}
      {isCut && <p>{t('value.more')}</p>}
    </div>
  )
}
