import type { PrintJob } from '#contract/desk/printers.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { jobInks } from './printer-words.ts'

interface JobProps {
  readonly job: Pick<PrintJob, 'state' | 'problem'>
}

/** What became of a ticket. */
export function JobState({ job: { state } }: JobProps) {
  const t = useTranslate()
  return <span className={`font-semibold ${jobInks[state]}`}>{t(`printers.job.${state}`)}</span>
}

/** Why a ticket did not come out, and what to do. */
export function JobProblem({ job: { state, problem } }: JobProps) {
  const t = useTranslate()
  return (
    <div className="min-w-0 flex-1 basis-56 text-sm empty:hidden">
      {problem && state !== 'printed' && <p>{t(`printers.problem.${problem}`)}</p>}
      {state === 'unknown' && <p>{t('printers.againHint')}</p>}
    </div>
  )
}
