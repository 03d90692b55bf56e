import type { Action } from '#contract/desk/action.ts'
import { useTranslate, type Translate } from '#web/i18n/translations.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import type { AnswerState } from './use-answer.ts'

interface AnswerStatusProps {
  readonly state: AnswerState
  /** What is being held back, and for how many seconds yet. */
  readonly held: Action | undefined
  readonly seconds: number
  /** The order's status now, in the service's words. */
  readonly status: string
  /** That something has just not been sent, and why. */
  readonly unsent?: string
  /** A tap was left out just now, which was meant for what the button was before. */
  readonly wasMisclick?: boolean
  readonly id?: string
  /** Said where there is nothing of this tablet's own to say. */
  readonly children?: ReactNode
}

/** Says what is happening to an action; always there, so that a screen reader hears each change. */
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
