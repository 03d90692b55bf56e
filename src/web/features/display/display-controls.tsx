import { paths } from '#contract/screen-paths.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'

interface DisplayControlsProps {
  readonly isPaired: boolean
  /** Whether the browser speaks only after a press. */
  readonly isBlocked: boolean
  readonly onTurnOnVoice: () => void
}

const shownMs = 8000

/**
 * What staff can press: the voice, if the browser wants a press, and after a touch the way back. Only a counter has a
 * board, and only a tablet that is not paired needs to be.
 */
export function DisplayControls({ isPaired, isBlocked, onTurnOnVoice }: DisplayControlsProps) {
  const t = useTranslate()
  const role = useQuery(sessionQuery()).data?.device?.role ?? 'counter'
  const isAlone = window.parent === window
  const back = !isPaired ? paths.enrol : role === 'counter' && isAlone ? paths.orders : undefined
  const isTouched = useTouched(back)
  return (
    <div className="display-controls" data-touched={isTouched || undefined}>
      {isBlocked && (
        <button type="button" onClick={onTurnOnVoice}>
          {t('display.turnOnVoice')}
        </button>
      )}
      {isTouched && back !== undefined && <Link to={back}>{t(isPaired ? 'display.back' : 'display.pair')}</Link>}
    </div>
  )
}

/** Whether the screen was touched, or a key pressed, some seconds ago. Escape leads back at once. */
function useTouched(back: string | undefined): boolean {
  const navigate = useNavigate()
  const [touchedAt, setTouchedAt] = useState<number>()
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    document.addEventListener('pointerdown', ({ timeStamp }) => setTouchedAt(timeStamp), { signal })
    document.addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key === 'Escape' && back !== undefined) void navigate(back)
        else setTouchedAt(timeStamp)
      },
      { signal },
    )
    return () => left.abort()
  }, [back, navigate])
  useEffect(() => {
    if (touchedAt === undefined) return
    const timer = setTimeout(() => setTouchedAt(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [touchedAt])
  return touchedAt !== undefined
}
