import type { Alarm } from '#contract/desk/inbox.ts'
import { paths } from '#contract/screen-paths.ts'
import { boardQuery } from '#web/api/board.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { connectionStatus } from '#web/api/http/connection-status.ts'
import { Failure } from '#web/api/http/failure.ts'
import { serverTimeOf, steadyNow } from '#web/api/http/server-clock.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useStore } from '#web/api/store.ts'
import { Button } from '#web/components/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import type { TabletRing } from '#web/features/ring/sound-state.tsx'
import { formatWhen } from '#web/format/times.ts'
import { formatMoment, formatTime } from '#web/i18n/format.ts'
import { type MessageKey, useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Silence } from './silence.tsx'

/** Something that is wrong, with the one thing to do about it. */
interface Warning {
  readonly id: string
  readonly look: 'red' | 'amber'
  readonly text: ReactNode
  readonly action?: ReactNode
  /** It is there from the start, so a screen reader need not announce it. */
  readonly isLasting?: boolean
}

interface WarningLineProps {
  /** Undefined on a tablet that is not paired. */
  readonly tabletRing: TabletRing | undefined
  /** The first steps are shown. Turning on the sound is one of them, so it needs no warning. */
  readonly hasFirstSteps?: boolean
}

/** The line below the top bar; nothing while all is well. */
export function WarningLine({ tabletRing, hasFirstSteps = false }: WarningLineProps) {
  const connection = useConnectionWarning(tabletRing !== undefined)
  const alarms = useAlarmWarnings()
  const sound = useSoundWarnings(tabletRing).filter(({ id }) => !(hasFirstSteps && id === 'sound'))
  const pairing = usePairingWarning()
  // Alarms come before the sound, which has a sign of its own in the top bar.
  return <Warnings all={[...connection, ...alarms, ...sound, ...pairing]} />
}

/** The connection alone, for a dialog that covers the page on a phone. */
export const ConnectionWarning = ({ isPaired = false }) => <Warnings all={useConnectionWarning(isPaired)} />

/**
 * The most serious warning, and the others on request. The live announcer reads out those about the connection, in a
 * live region that exists from the start.
 */
export function Warnings({ all }: { readonly all: readonly Warning[] }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const order = [...all.filter(({ look }) => look === 'red'), ...all.filter(({ look }) => look === 'amber')]
  if (order.length === 0) return null
  const others = order.length - 1
  return (
    <div className="warnings no-print">
      {(isOpen ? order : order.slice(0, 1)).map(({ id, look, text, action, isLasting = false }, place) => (
        <div key={id} className={`warning ${look === 'red' ? 'bg-red-tint text-red' : 'bg-amber-tint text-amber'}`}>
          <Icon name="warning" className="size-5 shrink-0 slim:hidden" />
          <div role={isLasting ? undefined : 'status'} aria-live="off">
            {text}
          </div>
          {action}
          {place === 0 && others > 0 && (
            <button
              type="button"
              aria-expanded={isOpen}
              className="min-h-12 shrink-0 px-2 text-sm font-semibold underline"
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? t('warning.fewer') : t('warning.more', { count: others })}
            </button>
          )}
        </div>
      ))}
    </div>
  )
}

/** Added to the feed's silence limit of 22 s, a stalled server is shown within 25 s. */
const timeoutMs = 2000

/** The connection to the desk and to the vendor service. An unpaired tablet has no feed, so nothing is late there. */
export function useConnectionWarning(
  isPaired: boolean,
  lostHint: MessageKey & `${string}.lostHint` = 'connection.lostHint',
): readonly Warning[] {
  const t = useTranslate()
  const language = useLanguage()
  const status = useStore(connectionStatus)
  const feed = useStore(feedState)
  const since = feed.is === 'lost' ? feed.since : Number.POSITIVE_INFINITY
  // A short gap while it connects or reconnects is no failure.
  const isLate = useHasPassed(since + timeoutMs)
  switch (status.state) {
    case 'ok':
      if (!isPaired || !isLate) return []
      return [
        {
          id: 'late',
          look: 'amber',
          text: t('connection.notLive', { time: formatTime(serverTimeOf(since), language) }),
        },
      ]
    case 'lost': {
      const at = serverTimeOf(status.since)
      return [
        {
          id: 'lost',
          look: 'red',
          text: (
            <>
              <p>{t('connection.lost', { time: formatTime(at, language) })}</p>
              <p className="text-sm font-normal short:sr-only">
                {status.isSaved ? t('lastKnown.title', { time: formatWhen(at, language) }) : t(lostHint)}
              </p>
            </>
          ),
        },
      ]
    }
    case 'token':
      return [{ id: 'token', look: 'red', text: t('connection.token') }]
    case 'vendor':
      return [{ id: 'vendor', look: 'amber', text: t('connection.vendor') }]
  }
}

/** Whether a time on the page's steady clock has passed. */
function useHasPassed(at: number): boolean {
  const [passed, setPassed] = useState<number>()
  useEffect(() => {
    if (!Number.isFinite(at)) return
    const timer = setTimeout(() => setPassed(at), Math.max(0, at - steadyNow()))
    return () => clearTimeout(timer)
  }, [at])
  return passed === at
}

const alarmKeys: Readonly<Record<string, Exclude<Extract<MessageKey, `alarm.${string}`>, PrinterAlarm>>> = {
  webhook_refused: 'alarm.webhookRefused',
  webhook_unreadable: 'alarm.webhookUnreadable',
  webhook_off: 'alarm.webhookOff',
  store_unavailable: 'alarm.storeUnavailable',
  store_damaged: 'alarm.storeDamaged',
  disk_low: 'alarm.diskLow',
  copies_failing: 'alarm.copiesFailing',
  clock_differs: 'alarm.clockDiffers',
  vendor_token: 'alarm.vendorToken',
  vendor_other_order: 'alarm.vendorOtherOrder',
}

type PrinterAlarm = `alarm.print${string}` & MessageKey

/** Alarms about printers by name; each printer has a line of its own. */
const printerAlarmKeys: Readonly<Record<string, PrinterAlarm>> = {
  printer_paper_out: 'alarm.printerPaperOut',
  printer_cover_open: 'alarm.printerCoverOpen',
  printer_unreachable: 'alarm.printerUnreachable',
  printer_fault: 'alarm.printerFault',
  print_waits: 'alarm.printWaits',
}

/** The server's alarms: orders may be missing, or something of the desk itself needs attention. */
function useAlarmWarnings(): readonly Warning[] {
  const t = useTranslate()
  const language = useLanguage()
  // The ring reads the board on every screen.
  const { data: alarms = [], error } = useQuery({ ...boardQuery(), enabled: false, select: ({ meta }) => meta.alarms })
  // Without its database the server cannot authenticate the tablet, and so cannot send its alarms.
  const isStoreAway = error instanceof Failure && error.code === 'store_unavailable'
  const isListed = alarms.some(({ code }) => code === 'store_unavailable')
  const shown = alarms.flatMap(({ code, since, about, silence }: Alarm): Warning[] => {
    if (silence) {
      const text = <Silence since={silence.since} usualSeconds={silence.usual_seconds} />
      return [{ id: code, look: 'amber', text, action: <ScreenLink to={paths.connection} name="alarm.settings" /> }]
    }
    const key = alarmKeys[code]
    const printerKey = printerAlarmKeys[code]
    const sentences = printerKey
      ? (about?.length ? about : [t('nav.printers')]).map((printer) => t(printerKey, { printer }))
      : key
        ? [t(key)]
        : []
    return sentences.map((sentence) => ({
      id: `${code} ${sentence}`,
      look: 'red',
      text: (
        <>
          {sentence}{' '}
          <span className="text-sm font-normal">
            {t('order.statusSince', { time: formatWhen(Date.parse(since), language) })}
          </span>
        </>
      ),
      ...(code.startsWith('webhook_') && { action: <ScreenLink to={paths.connection} name="alarm.settings" /> }),
      ...(printerKey && { action: <ScreenLink to={paths.printers} name="nav.printers" /> }),
    }))
  })
  if (!isStoreAway || isListed) return shown
  return [{ id: 'store_unavailable', look: 'red', text: t('alarm.storeUnavailable') }, ...shown]
}

interface ScreenLinkProps {
  readonly to: string
  readonly name: 'alarm.settings' | 'nav.printers'
}

function ScreenLink({ to, name }: ScreenLinkProps) {
  const t = useTranslate()
  return (
    <Link to={to} className="inline-flex min-h-12 shrink-0 items-center font-semibold underline">
      {t(name)}
    </Link>
  )
}

/**
 * Faults of the ring that only the sound's panel lists: some tablets always have them, or the connection or an alarm has
 * a warning of its own.
 */
const onlyInPanel: ReadonlySet<string> = new Set([
  'ring.link.noNotices',
  'ring.link.notAwake',
  'ring.link.polling',
  'ring.link.printerFaulty',
  'ring.link.webhookFaulty',
  'ring.link.webhookOff',
])

/** What keeps this tablet from ringing, or may do so. */
function useSoundWarnings(tabletRing: TabletRing | undefined): readonly Warning[] {
  const t = useTranslate()
  const isLost = useStore(connectionStatus).state !== 'ok'
  if (!tabletRing) return []
  const { isArmed, links, turnOn } = tabletRing
  const turnOnButton = (
    <Button look="primary" className="shrink-0" onClick={turnOn}>
      {t('ring.arm')}
    </Button>
  )
  if (!isArmed) return [{ id: 'sound', look: 'red', text: t('ring.notYet'), action: turnOnButton, isLasting: true }]
  return links
    .filter(({ state, messageKey }) => state !== 'ok' && !onlyInPanel.has(messageKey))
    .filter(({ messageKey }) => !(isLost && (messageKey === 'ring.link.noFeed' || messageKey === 'ring.link.noToken')))
    .map(({ messageKey, state, todoKey, path }) => ({
      id: messageKey,
      look: state === 'broken' ? 'red' : 'amber',
      text: (
        <>
          {t(messageKey)} {todoKey && <span className="text-sm font-normal">{t(todoKey)}</span>}
        </>
      ),
      ...(path !== undefined && { action: <ScreenLink to={path} name="alarm.settings" /> }),
      ...(messageKey === 'ring.link.noSound' && { action: turnOnButton }),
    }))
}

/** Warns before the pairing of this tablet expires, if using it does not extend it. */
export function usePairingWarning(): readonly Warning[] {
  const t = useTranslate()
  const language = useLanguage()
  const endsAt = useQuery(sessionQuery()).data?.enrolment_ends_at
  if (endsAt === undefined) return []
  return [{ id: 'pairing', look: 'amber', text: t('people.enrolmentEnds', { time: formatMoment(endsAt, language) }) }]
}
