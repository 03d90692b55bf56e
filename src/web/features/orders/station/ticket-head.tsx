import type { StationSettings } from '#contract/desk/tablet-settings.ts'
import { serverClock } from '#web/api/http/server-clock.ts'
import { useStore } from '#web/api/store.ts'
import { Icon } from '#web/components/icon.tsx'
import { Digits } from '#web/components/text.tsx'
import { formatMinutes } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { type Pace, waitOf } from './ticket-time.ts'
import type { Ticket } from './tickets.ts'
import type { ReactNode } from 'react'

/** A number with more characters is set smaller. */
const shortAtMost = 7

interface TicketHeadProps {
  readonly ticket: Ticket
  readonly settings: StationSettings
  /** The key that bumps it; undefined for those beyond the ninth. */
  readonly place: number | undefined
  /** Undefined where the key does nothing. */
  readonly onPress: (() => void) | undefined
}

/** The key that bumps a ticket, its number, and the time since the order was accepted. */
export function TicketHead({ ticket, settings, place, onPress }: TicketHeadProps) {
  const t = useTranslate()
  const { number, since, state } = ticket
  // What nobody may prepare now is not late.
  const isTimed = since !== undefined && state !== 'deciding' && state !== 'cancelled'
  const key = <Digits className="station-ticket-key">{place === undefined ? '·' : String(place)}</Digits>
  const content = (
    <>
      {onPress ? (
        <button type="button" className="station-ticket-bump" onClick={onPress}>
          {key} <span className="sr-only">{t('station.bump', { number })}</span>
        </button>
      ) : (
        <span className="station-ticket-bump">{key}</span>
      )}
      <h2 className="station-ticket-number" data-long={number.length > shortAtMost || undefined}>
        <Digits>{number}</Digits>
      </h2>
      {state === 'cancelled' && (
        <p className="station-ticket-time">
          <span className="station-ticket-pace">
            <Icon name="warning" className="station-line-icon" />
            {t('station.cancelledWord')}
          </span>
        </p>
      )}
    </>
  )
  if (!isTimed) return <header className="station-ticket-head">{content}</header>
  return (
    <TimedHead since={since} settings={settings}>
      {content}
    </TimedHead>
  )
}

const words = { calm: undefined, soon: 'station.soon', late: 'station.late' } as const satisfies Record<
  Pace,
  string | undefined
>

interface TimedHeadProps {
  readonly since: number
  readonly settings: StationSettings
  readonly children: ReactNode
}

/** Renders once a minute, and nothing of the ticket but its head. */
function TimedHead({ since, settings, children }: TimedHeadProps) {
  const t = useTranslate()
  const language = useLanguage()
  const minutes = useStore({ ...serverClock, read: () => waitOf(since, serverClock.read(), settings).minutes })
  const { pace } = waitOf(since, since + minutes * 60_000, settings)
  const word = words[pace]
  return (
    <header className="station-ticket-head" data-pace={pace}>
      {children}
      <p className="station-ticket-time">
        <span>{formatMinutes(minutes, language)}</span>
        {word && (
          <span className="station-ticket-pace">
            <Icon name="warning" className="station-line-icon" />
            {t(word)}
          </span>
        )}
      </p>
    </header>
  )
}
