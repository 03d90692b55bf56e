import { ringRoom } from '#web/api/preferences.ts'
import { useStore } from '#web/api/store.ts'
import { Button } from '#web/components/button.tsx'
import { dialogRoom, watchDialogs } from '#web/components/dialog.tsx'
import { Message } from '#web/components/text.tsx'
import { useRootMark } from '#web/components/keep-clear.ts'
import { listNames } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { tabletInstrument, type Instrument } from './tablet/instrument.ts'
import { ArmedLight } from './chain/armed-light.tsx'
import { RingBanner, RingStop } from './ring-banner.tsx'
import { useRing } from './use-ring.ts'

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
