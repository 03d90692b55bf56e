import { Failure } from '#web/api/http/failure.ts'
import { readFailureWords } from '#web/format/failure-words.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/message.tsx'
import { NotLoaded } from '#web/i18n/catalogs.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
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
    async function recover(way: 'recallBoard' | 'askAgain') {
      // Without a line there is not even the way; then it is tried again, too.
      const ways = await import('./recover.ts').catch(() => undefined)
      if (await ways?.[way](queries)) onRetry()
    }
    if (isFailure) void recover('recallBoard')
    const timer = setInterval(() => void recover('askAgain'), againMs)
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
