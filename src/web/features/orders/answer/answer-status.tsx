import type { Action } from '#contract/desk/action.ts'
import { useTranslate, type Translate } from '#web/i18n/translations.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import type { AnswerState } from './use-answer.ts'

interface AnswerStatusProps {
  readonly state: AnswerState
  /** The action on hold. `seconds` is the time left to undo it. */
  readonly held: Action | undefined
  readonly seconds: number
  /** The order's status in the service's words. */
  readonly status: string
  /** Why an action was not sent. */
  readonly unsent?: string
  /** A press was ignored, because it was meant for the previous button. */
  readonly wasMisclick?: boolean
  readonly id?: string
  /** Shown if this tablet has no answer of its own to report. */
  readonly children?: ReactNode
}

/** The status of an action. Always mounted, so that screen readers announce each change. */
export function AnswerStatus(props: AnswerStatusProps) {
  const { state, held, seconds, status, unsent = '', wasMisclick = false, id, children } = props
  const t = useTranslate()
  const isSlow = useIsSlow(state)
  const text = statusText(t, state, held, seconds, status, isSlow) || unsent
  const look = state.step === 'done' ? 'bg-good-tint text-good' : 'bg-accent-tint text-strong'
  return (
    <p id={id} role="status" className={`${look} rounded px-4 py-3 font-semibold empty:sr-only`}>
      {text || children}
      {wasMisclick && <span className="block text-sm">{t('action.stray')}</span>}
    </p>
  )
}

function statusText(
  t: Translate,
  state: AnswerState,
  held: Action | undefined,
  seconds: number,
  status: string,
  isSlow: boolean,
) {
  if (held === 'reject' || held === 'ready') return t(`held.${held}`, { seconds })
  switch (state.step) {
    case 'sending':
      return isSlow ? t('doing.slow') : t(`doing.${state.action}`)
    case 'checking':
      return t('doing.checking')
    case 'deskAway':
      return t('doing.deskAway')
    case 'done':
      return t(`done.${state.action}`, { status })
    default:
      return ''
  }
}

const slowAfterMs = 4000

function useIsSlow({ step }: AnswerState): boolean {
  const [slow, setSlow] = useState<AnswerState['step']>()
  useEffect(() => {
    const timer = setTimeout(() => setSlow(step), slowAfterMs)
    return () => {
      clearTimeout(timer)
      setSlow(undefined)
    }
  }, [step])
  return slow === 'sending'
}
