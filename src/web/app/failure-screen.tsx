import { paths } from '#contract/screen-paths.ts'
import { Failure } from '#web/api/http/failure.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { readFailureWords } from '#web/format/failure-words.ts'
import { NotLoaded } from '#web/i18n/lazy-component.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Component, type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'

interface FailureScreenProps {
  readonly error: unknown
  readonly onRetry: () => void
}

const againMs = 5000

/**
 * Shown instead of a screen whose data or code could not be loaded. It retries by itself. A tablet that was opened without
 * a connection shows its saved board.
 */
function FailureScreen({ error, onRetry }: FailureScreenProps) {
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
    if (isFailure) void recover(async () => (await import('./background.tsx')).recallBoard(queries))
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

export function NotFoundScreen() {
  const t = useTranslate()
  return (
    <div className="flex flex-col items-start gap-3 py-8">
      <h1 className="text-xl font-bold">{t('screen.notFoundTitle')}</h1>
      <p>{t('screen.notFound')}</p>
      <Link to={paths.orders} className="flex min-h-12 items-center font-semibold text-accent underline">
        {t('order.back')}
      </Link>
    </div>
  )
}

/** Logs only unexpected errors. A failed read or load is shown on the screen. */
export function onCaughtError(error: unknown): void {
  if (!(error instanceof Failure || error instanceof NotLoaded)) console.error(error)
}

interface ScreenBoundaryProps {
  readonly children: ReactNode
}

interface ScreenBoundaryState {
  readonly failed: { readonly error: unknown } | undefined
}

/** Shows the failure of a screen that cannot be shown. A new `key` resets it. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { failed: undefined }

  static getDerivedStateFromError(error: unknown): Partial<ScreenBoundaryState> {
    return { failed: { error } }
  }

  /** Renders the screen again, which reads its data again. */
  readonly retry = (): void => this.setState({ failed: undefined })

  override render(): ReactNode {
    const { failed } = this.state
    return failed ? <FailureScreen error={failed.error} onRetry={this.retry} /> : this.props.children
  }
}
