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
 * Shown instead of a screen whose data or code could not be loaded. It retries by itself. A tablet that was opened without
 * a connection shows its saved board.
 */
export function FailureScreen({ error, onRetry }: FailureScreenProps) {
  const t = useTranslate()
  const queries = useQueryClient()
  const isFailure = error instanceof Failure
  const mayPass = isFailure || error instanceof NotLoaded
  useEffect(() => {
    if (!mayPass) return
    async function recover(attempt: (queries: QueryClient) => Promise<boolean>) {
      // Without a connection even the import may fail; it is retried, too.
      if (await attempt(queries).catch(() => false)) onRetry()
    }
    if (isFailure) void recover(async () => (await import('./last-known.ts')).recallBoard(queries))
    const timer = setInterval(() => void recover(refetchFailed), againMs)
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
 * Reads all failed queries again while the failure stays on the screen. A screen that is replaced for each retry would
 * lose the focus and be read aloud again.
 * @returns whether a query succeeded, or none had failed.
 */
async function refetchFailed(queries: QueryClient): Promise<boolean> {
  const failed = queries.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' })
  const results = await Promise.allSettled(failed.map(async (query) => query.fetch()))
  return failed.length === 0 || results.some(({ status }) => status === 'fulfilled')
}
