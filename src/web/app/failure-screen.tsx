import { Failure } from '#web/api/http/failure.ts'
import { readFailureWords } from '#web/format/action-words.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { NotLoaded } from '#web/i18n/lazy-component.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

interface FailureScreenProps {
  readonly error: unknown
  readonly onRetry: () => void
}

const againMs = 5000

/**
 * A screen that could not be read or loaded: what happened, and that it is tried again by itself. A tablet that was opened
 * without contact shows what it knew last.
 */
export function FailureScreen({ error, onRetry }: FailureScreenProps) {
  const t = useTranslate()
  const queries = useQueryClient()
  const isFailure = error instanceof Failure
  const mayPass = isFailure || error instanceof NotLoaded
  useEffect(() => {
    if (!mayPass) return
    async function recover(way: (queries: QueryClient) => Promise<boolean>) {
      // Without a connection it may not even be loaded; then it is tried again, too.
      if (await way(queries).catch(() => false)) onRetry()
    }
    if (isFailure) void recover(async () => (await import('./last-known.ts')).recallBoard(queries))
    const timer = setInterval(() => void recover(askAgain), againMs)
    return () => clearInterval(timer)
  }, [isFailure, mayPass, onRetry, queries])
  return (
    <Message role="alert" look="red" className="my-4">
      <h1 className="text-lg font-bold">{t(isNotFound(error) ? 'order.notFoundTitle' : 'failure.title')}</h1>
      <p className="my-2 max-w-prose text-strong">
        {isFailure ? readFailureWords(error, t) : t(mayPass ? 'screen.notLoaded' : 'screen.crashed')}
      </p>
      <Button onClick={isFailure ? onRetry : () => location.reload()}>
        {t(isFailure ? 'failure.retry' : 'screen.reload')}
      </Button>
    </Message>
  )
}

const isNotFound = (error: unknown) => error instanceof Failure && error.code === 'order_not_found'

/**
 * Asks once more for whatever could not be read, while it is still told of: a screen that came and went each time would
 * take the focus along, and be read aloud anew.
 * @returns whether there is something to show, or nothing that could be asked for.
 */
async function askAgain(queries: QueryClient): Promise<boolean> {
  const failed = queries.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' })
  const asked = await Promise.allSettled(failed.map(async (query) => query.fetch()))
  return failed.length === 0 || asked.some(({ status }) => status === 'fulfilled')
}
