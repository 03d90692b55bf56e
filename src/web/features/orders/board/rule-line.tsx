import { rules } from '#contract/desk/rules.ts'
import { boardQuery } from '#web/api/board.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { sessionQuery } from '#web/api/session.ts'
import { notify } from '#web/api/toasts.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const isOffline = (error: Error): boolean => error instanceof Failure && error.code === 'no_contact'

/** Says that orders are accepted automatically; whoever is signed in can turn it off. */
export function RuleLine() {
  const t = useTranslate()
  const queries = useQueryClient()
  const { data: session } = useQuery(sessionQuery())
  const stop = useMutation({
    mutationFn: () => callDesk(rules.stop),
    onSuccess: () => notify(t('board.ruleStopped')),
    onError: (error) =>
      notify(isOffline(error) ? t('people.noContact') : t('board.ruleRuns', { message: error.message })),
    onSettled: () => queries.invalidateQueries(boardQuery()),
  })
  return (
    <p className="no-print -mb-2 flex min-h-12 items-center gap-x-4 text-sm text-soft">
      {t('board.rule')}
      {session?.staff && (
        <button type="button" className="min-h-12 shrink-0 px-2 font-semibold underline" onClick={() => stop.mutate()}>
          {t('board.ruleStop')}
        </button>
      )}
    </p>
  )
}
