import type { Session } from '#contract/desk/session.ts'
import { useShortages } from '#web/api/shortages.tsx'
import { wrongTone } from '#web/api/preferences.ts'
import { stationSettingsQuery } from '#web/api/tablet-settings.ts'
import { notifyBriefly } from '#web/api/toasts.ts'
import { adoptStyles } from '#web/components/adopt-styles.ts'
import { createPickAttempts } from '#web/features/orders/picking/pick-attempts.ts'
import { ScanResult } from '#web/features/orders/picking/pick-foot.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { countsOf } from './all-day.ts'
import { CountsPanel, useCountsShown } from './counts-panel.tsx'
import { RecallDialog } from './recall-dialog.tsx'
import { noteOrders, StationCalm } from './station-calm.tsx'
import { StationContext, type StationValue } from './station-context.ts'
import { StationTools } from './station-tools.tsx'
import rules from './station.css?inline'
import { TicketCard } from './ticket-card.tsx'
import { type Fit, useFit } from './use-fit.ts'
import { useMoves } from './use-moves.ts'
import { useNewTickets } from './use-new-tickets.ts'
import { type FindCode, useScans, type WatchScans } from './use-scans.ts'
import { useStationKeys, type WatchKeys } from './use-station-keys.ts'
import { useStationTickets } from './use-station-tickets.ts'
import { useTicketPresses } from './use-ticket-presses.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'

adoptStyles(rules)

/** Until the shop's own times are read. */
const usualSettings = { amber_minutes: 10, target_minutes: 15 }

/** A bump bar has keys for so many tickets. */
const keys = 9
/** More than fit on the largest screen. */
const drawnAtMost = 36
/** Tickets that are drawn beyond the screen, so that their place is measured before they come up. */
const spare = 3

interface StationScreenProps {
  readonly session: Session
  /** The start and the end of the head, and what stands below it. */
  readonly begin: ReactNode
  readonly end: ReactNode
  readonly below: ReactNode
  readonly watchKeys: WatchKeys
  readonly watchScans: WatchScans
  readonly findCode: FindCode
  /** Called when orders come that the station has not shown before. */
  readonly onNew: () => void
}

/** `/station`: the orders in preparation, as tickets side by side, for those who prepare them. */
export function StationScreen(props: StationScreenProps) {
  const { session, begin, end, below, watchKeys, watchScans, findCode, onNew } = props
  const t = useTranslate()
  const queries = useQueryClient()
  const { board, tickets: all, own, see } = useStationTickets(session)
  const { data: settings = usualSettings } = useQuery(stationSettingsQuery())
  const shortages = useShortages()
  const [picks] = useState(() => createPickAttempts(queries))
  const { press, onReadyPress, recall } = useTicketPresses(own, picks, see)
  const isCounter = (session.device?.role ?? 'counter') === 'counter'
  const value = useMemo(
    (): StationValue => ({ own, picks, settings, shortages, isCounter, press, onReadyPress }),
    [own, picks, settings, shortages, isCounter, press, onReadyPress],
  )
  const counts = useMemo(() => countsOf(all), [all])
  const [areCountsShown, showCounts] = useCountsShown()
  const [isRecalling, setRecalling] = useState(false)
  useEffect(() => noteOrders(board ?? []), [board])
  useNewTickets(board && all.map(({ orderId }) => orderId), onNew)
  const scan = useScans({ tickets: all, picks, watchScans, findCode })

  const [opened, setOpened] = useState<string>()
  const [skipped, setSkipped] = useState(0)
  const first = all.find(({ orderId }) => orderId === opened)
  const ordered = first ? [first, ...all.filter((each) => each !== first)] : all
  const begun = skipped < ordered.length ? skipped : 0
  const draw = ({ count }: Fit) => ordered.slice(begun, begun + Math.min(drawnAtMost, count + spare))
  const area = useRef<HTMLDivElement>(null)
  const fit = useFit(area, (now) => draw(now).map(({ orderId }) => orderId))
  const shown = draw(fit)
  const fitting = Math.min(fit.count, shown.length)
  const { haveJustMoved, pressGuard } = useMoves(shown.slice(0, fitting).map(({ orderId }) => orderId))
  const last = shown[fitting - 1]

  function open(orderId: string) {
    setOpened(orderId)
    setSkipped(0)
  }

  function pressPlace(place: number) {
    const ticket = place <= fitting ? shown[place - 1] : undefined
    if (!ticket) return wrongTone.read()()
    if (haveJustMoved()) return notifyBriefly(t('station.moved'))
    // Nobody has read its last lines yet.
    if (ticket === last && fit.cutLines > 0 && place > 1) {
      open(ticket.orderId)
      return notifyBriefly(t('station.opened', { number: ticket.number }))
    }
    press(ticket.orderId)
  }
  useStationKeys(watchKeys, { onPlace: pressPlace, onRecall: () => setRecalling(true) })

  return (
    <StationContext value={value}>
      <title>{`${t('station.title')} · ${t('app.name')}`}</title>
      <header className="station-top">
        <div className="station-head">
          <h1 className="sr-only">{t('station.title')}</h1>
          {begin}
          <StationTools
            count={all.length}
            more={ordered.length - begun - fitting}
            isBegun={begun > 0}
            onMore={() => setSkipped(begun + fitting)}
            onFirst={() => setSkipped(0)}
            areCountsShown={areCountsShown}
            onCounts={() => showCounts(!areCountsShown)}
            onRecall={() => setRecalling(true)}
          />
          <div className="station-end">{end}</div>
        </div>
        {below}
      </header>
      <div className="station-body">
        <main id="content" tabIndex={-1} className="station-main" {...pressGuard}>
          {board && all.length === 0 && <StationCalm />}
          <div ref={area} className="station-tickets">
            {shown.map(({ orderId, row }, index) => (
              <TicketCard
                key={orderId}
                row={row}
                place={index < keys ? index + 1 : undefined}
                isOut={index >= fit.count}
                continued={fit.continued[orderId]}
                cutLines={orderId === last?.orderId ? fit.cutLines : 0}
              />
            ))}
          </div>
          {last && fit.cutLines > 0 && (
            <button
              type="button"
              className="station-cut"
              style={{ inlineSize: fit.column }}
              onClick={() => open(last.orderId)}
            >
              {t('station.moreLines', { count: fit.cutLines })}
            </button>
          )}
        </main>
        {areCountsShown && <CountsPanel counts={counts} />}
      </div>
      {scan && <ScanResult key={scan.serial} message={scan} number={scan.number} wrongWord={t('station.scanWrong')} />}
      {isRecalling && <RecallDialog watchKeys={watchKeys} onRecall={recall} onClose={() => setRecalling(false)} />}
    </StationContext>
  )
}
