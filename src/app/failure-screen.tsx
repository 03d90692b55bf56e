import { Failure } from '#client/failure.ts'
import { readFailureWords } from '#reading/failure-words.ts'
import { Button } from '#ui/button.tsx'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'
import { useEffect } from 'react'

interface FailureScreenProps {
  readonly error: unknown
  readonly onRetry: () => void
}

const againMs = 5000

/** A screen that could not be read: what happened, and that it is tried again by itself. */
export function FailureScreen({ error, onRetry }: FailureScreenProps) {
  const say = useWords()
  const isFailure = error instanceof Failure
  useEffect(() => {
    if (!isFailure) return
    const timer = setTimeout(onRetry, againMs)
    return () => clearTimeout(timer)
  }, [isFailure, onRetry])
  return (
    <Message role="alert" look="red" className="my-4">
      <h1 className="text-lg font-bold">{say(isNotFound(error) ? 'order.notFoundTitle' : 'failure.title')}</h1>
      <p className="my-2 max-w-prose text-strong">{isFailure ? readFailureWords(error, say) : say('screen.crashed')}</p>
      <Button onClick={isFailure ? onRetry : () => location.reload()}>
        {say(isFailure ? 'failure.retry' : 'screen.reload')}
      </Button>
    </Message>
  )
}

const isNotFound = (error: unknown) => error instanceof Failure && error.code === 'order_not_found'
