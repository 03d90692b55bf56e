import { saveIsNew } from '#web/api/preferences.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Drawing } from '#web/components/icon.tsx'
import type { TabletRing } from '#web/features/ring/sound-state.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

interface FirstStepsProps {
  readonly tabletRing: TabletRing
  /** Called when they are taken or left out. */
  readonly onEnd: () => void
}

/** Leads a tablet that was just paired to its first ring: paired, named, sound on, a test order. */
export function FirstSteps({ tabletRing: { isArmed, turnOn, test }, onEnd }: FirstStepsProps) {
  const t = useTranslate()
  const name = useQuery(sessionQuery()).data?.device?.name
  const [isTesting, setTesting] = useState(false)

  function end() {
    saveIsNew(false)
    onEnd()
  }

  function testOrder() {
    test()
    setTesting(true)
  }

  return (
    <section aria-label={t('first.title')} className="first-steps no-print">
      <ol className="flex flex-1 flex-wrap items-center gap-x-6 gap-y-2">
        <Step number={1} isDone>
          {t('first.paired')}
        </Step>
        <Step number={2} isDone>
          {t('first.named', { name: name ?? '…' })}
        </Step>
        <Step number={3} isDone={isArmed}>
          {isArmed ? (
            t('ring.rings')
          ) : (
            <Button look="primary" onClick={turnOn}>
              {t('ring.arm')}
            </Button>
          )}
        </Step>
        <Step number={4} isDone={false}>
          <Button look={isArmed ? 'primary' : 'quiet'} disabled={!isArmed} onClick={testOrder}>
            {t('first.test')}
          </Button>
        </Step>
      </ol>
      <button type="button" className="min-h-12 px-2 font-semibold underline" onClick={end}>
        {t('first.skip')}
      </button>
      {isTesting && (
        <TestOrder
          onAgain={test}
          onEnd={(hasRung) => {
            setTesting(false)
            if (hasRung) end()
          }}
        />
      )}
    </section>
  )
}

interface StepProps {
  readonly number: number
  readonly isDone: boolean
  readonly children: ReactNode
}

const Step = ({ number, isDone, children }: StepProps) => (
  <li className="flex min-h-12 items-center gap-2 font-semibold">
    <span
      className={`grid size-8 shrink-0 place-items-center rounded-full text-sm ${isDone ? 'bg-good-tint text-good' : 'bg-sunken text-soft'}`}
    >
      {isDone ? <Drawing path="M4 12.5l5.5 5.5L20 6.5" className="size-5" /> : number}
    </span>
    {children}
  </li>
)

interface TestOrderProps {
  readonly onAgain: () => void
  readonly onEnd: (hasRung: boolean) => void
}

/** An order that nobody placed, on this tablet alone, with the sound of a real one. */
function TestOrder({ onAgain, onEnd }: TestOrderProps) {
  const t = useTranslate()
  const [wasSilent, setWasSilent] = useState(false)
  return (
    <Dialog title={t('first.order')} onClose={() => onEnd(false)}>
      <DialogBody>
        <p className="text-lg">{t('first.orderWhat')}</p>
        {wasSilent && (
          <p role="status" className="font-semibold text-amber">
            {t('ring.testHint')}
          </p>
        )}
      </DialogBody>
      <DialogActions>
        <Button
          size="large"
          onClick={() => {
            setWasSilent(true)
            onAgain()
          }}
        >
          {t('first.silent')}
        </Button>
        <Button look="primary" size="large" className="grow" onClick={() => onEnd(true)}>
          {t('first.rang')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
