import { ringRoom } from '#web/api/preferences.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useStore } from '#web/api/store.ts'
import { Button } from '#web/components/button.tsx'
import { dialogRoom, watchDialogs } from '#web/components/dialog.tsx'
import { Drawing } from '#web/components/icon.tsx'
import { useRootMark } from '#web/components/keep-clear.ts'
import { Message } from '#web/components/text.tsx'
import { ArmedLight } from '#web/features/ring/chain/armed-light.tsx'
import { type Instrument, tabletInstrument } from '#web/features/ring/tablet/instrument.ts'
import { listNames } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import type { Ring } from './ringer.ts'
import { AcknowledgeFailure, useAcknowledge } from './use-acknowledge.tsx'
import { useRing } from './use-ring.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'

/** The number of ringing orders, with the button to silence them. */
function RingBanner({ ring }: { readonly ring: Ring }) {
  const t = useTranslate()
  const acknowledge = useAcknowledge()
  const staffId = useQuery(sessionQuery()).data?.staff?.id
  const { reset } = acknowledge
  // Clears an error of the previous person, or of nobody, after a sign-in.
  useEffect(() => {
    if (staffId !== undefined) reset()
  }, [staffId, reset])
  return (
    <Message look={ring.urgency === 'red' ? 'red' : 'amber'} className="@container items-center!">
      <div className="flex items-center justify-between gap-4 narrow:flex-col narrow:items-stretch narrow:gap-2 short:@max-xs:flex-col short:@max-xs:items-stretch short:@max-xs:gap-2">
        <div>
          <p className="font-bold max-tablet:text-sm @2xl:not-short:text-lg">
            {t('ring.waiting', { count: ring.waiting })}
          </p>
          {ring.seen > 0 ? (
            <p className="text-sm">{t('ring.alsoSeen', { count: ring.seen })}</p>
          ) : (
            <p className="sr-only text-sm @2xl:not-short:not-sr-only">{t('ring.seenHint')}</p>
          )}
        </div>
        <Button
          className="shrink-0 whitespace-nowrap narrow:whitespace-normal tablet:not-short:min-h-14"
          aria-keyshortcuts="s"
          isBusy={acknowledge.isPending}
          {...acknowledge.press}
        >
          {t('ring.seen')}
        </Button>
      </div>
      {acknowledge.wasMisclick && (
        <p role="status" className="mt-2 text-sm">
          {t('action.stray')}
        </p>
      )}
      {acknowledge.error && (
        <div className="mt-2">
          <AcknowledgeFailure error={acknowledge.error} />
        </div>
      )}
    </Message>
  )
}

const silencedBell = 'M8.5 17H6l1.5-2.5V10c0-.7.2-1.4.5-2M10 6a4.5 4.5 0 0 1 6.5 4v4.5L18 17h-5.5M10.5 20h3M4 4l16 16'
const below = 'absolute inset-x-0 top-full z-10 border-b border-line px-6 py-2'

/**
 * The silence button inside a dialog. It has a label of its own, because a dialog may have a similar button to confirm its
 * message.
 */
function RingStop({ ring }: { readonly ring: Ring }) {
  const t = useTranslate()
  const acknowledge = useAcknowledge()
  return (
    <>
      <Button
        className={`inline-flex items-center gap-2 px-3! ${ring.urgency === 'red' ? 'border-red! text-red!' : 'border-amber! text-amber!'}`}
        aria-label={t('ring.stop')}
        isBusy={acknowledge.isPending}
        {...acknowledge.press}
      >
        <Drawing path={silencedBell} />
        {/* On a phone only the icon fits; a longer row would move the content below. */}
        <span className="max-tablet:hidden">{t('ring.stop')}</span>
      </Button>
      {/* Overlays the content below, so that nothing moves under a finger. */}
      {acknowledge.wasMisclick && (
        <p role="status" className={`${below} bg-accent-tint text-sm text-strong`}>
          {t('action.stray')}
        </p>
      )}
      {acknowledge.error && (
        <div className={`${below} bg-red-tint`}>
          <AcknowledgeFailure error={acknowledge.error} />
        </div>
      )}
    </>
  )
}

interface RingLightProps {
  readonly instrument?: Instrument
}

/** The same condition as for `.ring-bar` in theme.css, which puts the ring at the bottom. */
const oneColumn = '(width < 64rem) and (height > 30rem)'

function watchColumns(watcher: () => void): () => void {
  const media = matchMedia(oneColumn)
  media.addEventListener('change', watcher)
  return () => media.removeEventListener('change', watcher)
}

/** Rings on this tablet and shows whether it can. One press turns the sound on. */
export function RingLight({ instrument = tabletInstrument() }: RingLightProps) {
  const t = useTranslate()
  const language = useLanguage()
  const { isArmed, ring, allSeen, links, checkAgain } = useRing(instrument)
  const room = useStore(ringRoom)
  const dialog = useStore({ watch: watchDialogs, read: dialogRoom })
  const isBelow = useStore({ watch: watchColumns, read: () => matchMedia(oneColumn).matches })
  const arm = () => void instrument.arm().then(checkAgain)
  return (
    <div className="no-print flex flex-col gap-2 px-4 pt-2 tablet:px-6 wide:flex-row wide:*:flex-1 short:flex-row short:*:flex-1 narrow:flex-col">
      {isArmed ? (
        <ArmedLight links={links} onArm={arm} onTest={instrument.sound.test} />
      ) : (
        <Message look="red" className="@container items-center!">
          <div className="flex items-center justify-between gap-4 narrow:flex-col narrow:items-stretch narrow:gap-2">
            <div>
              <p className="font-semibold max-tablet:text-sm">{t('ring.notYet')}</p>
              <p className="sr-only text-sm @3xl:not-short:not-sr-only">{t('ring.notYetHint')}</p>
            </div>
            <Button
              look="primary"
              className="shrink-0 max-tablet:w-32 tablet:not-short:min-h-14 short:w-32 narrow:w-auto!"
              onClick={arm}
            >
              {t('ring.arm')}
            </Button>
          </div>
        </Message>
      )}
      {ring &&
        (room && isBelow ? (
          createPortal(<RingBanner ring={ring} />, room)
        ) : (
          // Beside the single row of an armed tablet, the ring gets most of the width.
          <RingBar className={isArmed ? 'wide:grow-2! short:grow-2!' : ''}>
            <RingBanner ring={ring} />
          </RingBar>
        ))}
      {allSeen && (
        <p className={`self-center text-sm text-soft ${isArmed ? 'wide:grow-2!' : 'wide:flex-none! max-wide:hidden'}`}>
          {t('ring.allSeen', { count: allSeen.count, people: listNames(allSeen.people, language) })}
        </p>
      )}
      {ring && dialog && createPortal(<RingStop ring={ring} />, dialog)}
    </div>
  )
}

function RingBar({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  useRootMark('ring')
  return <div className={`ring-bar ${className}`}>{children}</div>
}
