import { useStore } from '#web/api/store.ts'
import { Button } from '#web/components/button.tsx'
import { dialogRoom, watchDialogs } from '#web/components/open-dialogs.ts'
import { Drawing } from '#web/components/icon.tsx'
import { Popover } from '#web/components/popover.tsx'
import { LinkList } from '#web/features/ring/chain/link-list.tsx'
import { lightOf, summaryOf } from '#web/features/ring/chain/links.ts'
import { type Instrument, tabletInstrument } from '#web/tablet/instrument.ts'
import { listNames } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { SilenceButton } from './silence-button.tsx'
import { useRing } from './use-ring.ts'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'

const dots = { ok: 'bg-good', weak: 'bg-amber', broken: 'bg-red' } as const
const dotOfLight = { red: dots.broken, amber: dots.weak, good: dots.ok } as const

const bell = 'M6 17l1.5-2.5V10a4.5 4.5 0 0 1 9 0v4.5L18 17zM10.5 20h3'
const noBell = `${bell}M4 4l16 16`

const Dot = ({ colour, className = '' }: { readonly colour: string; readonly className?: string }) => (
  <span className={`${colour} size-2.5 shrink-0 rounded-full ${className}`} aria-hidden="true" />
)

/** The ring of this tablet as the top bar and the warnings show it. */
export type TabletRing = ReturnType<typeof useTabletRing>

/** Rings on this tablet while mounted. */
export function useTabletRing(instrument: Instrument = tabletInstrument()) {
  const { checkAgain, ...status } = useRing(instrument)
  return {
    ...status,
    /** Only inside a press. */
    turnOn(): void {
      void instrument.arm().then(checkAgain)
    },
    test: () => instrument.sound.test(),
  }
}

interface SoundStateProps {
  readonly tabletRing: TabletRing
}

/** Whether this tablet rings, with a panel that shows every link that must hold, and the button to silence it. */
export function SoundState({ tabletRing: { isArmed, ring, allSilenced, links, turnOn, test } }: SoundStateProps) {
  const t = useTranslate()
  const language = useLanguage()
  const { pathname } = useLocation()
  const dialog = useStore({ watch: watchDialogs, read: dialogRoom })
  // Without notifications it rings all the same.
  const light = isArmed ? lightOf(links.filter(({ messageKey }) => messageKey !== 'ring.link.noNotices')) : 'red'
  const state = t(isArmed ? summaryOf(links) : 'ring.isOff')
  return (
    <>
      {ring && <SilenceButton ring={ring} shortcut="s" />}
      {ring && dialog && createPortal(<SilenceButton ring={ring} />, dialog)}
      <Popover
        label={state}
        address={pathname}
        className={`top-bar-button ${light === 'red' ? 'text-red' : ''}`}
        face={
          <>
            <span className="relative">
              <Drawing path={light === 'red' ? noBell : bell} />
              <Dot colour={dotOfLight[light]} className="absolute -end-0.5 -top-0.5" />
            </span>
            <span className="max-wide:sr-only">{state}</span>
          </>
        }
      >
        {(close) => (
          <div className="flex flex-col gap-3">
            <p className="text-lg font-semibold">{state}</p>
            {allSilenced && (
              <p className="text-sm text-soft">
                {t('ring.allSilenced', { count: allSilenced.count, people: listNames(allSilenced.people, language) })}
              </p>
            )}
            {isArmed ? (
              <LinkList links={links} onTest={test} />
            ) : (
              <>
                <p className="text-sm text-soft">{t('ring.notYetHint')}</p>
                <Button
                  look="primary"
                  onClick={() => {
                    turnOn()
                    close()
                  }}
                >
                  {t('ring.arm')}
                </Button>
              </>
            )}
          </div>
        )}
      </Popover>
    </>
  )
}
