import { Failure } from '#client/wire/failure.ts'
import { useServerNow } from '#client/wire/server-clock.ts'
import { TooManyTries } from '#contract/desk/people.ts'
import { Message } from '#ui/message.tsx'
import { formatCountdown, formatMoment } from '#words/format.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import * as z from 'zod/mini'

interface Wait extends TooManyTries {
  /** Until it may be tried again; 0 when it may. */
  readonly secondsLeft: number
}

/** What has to be waited for after too many tries, told again each second. */
export function useWait(error: Error | null): Wait | undefined {
  const now = useServerNow()
  if (!(error instanceof Failure) || error.code !== 'too_many_tries') return undefined
  const { data } = z.safeParse(TooManyTries, error.data)
  return data && { ...data, secondsLeft: Math.max(0, Math.ceil((Date.parse(data.until) - now) / 1000)) }
}

const hour = 3600

/** Why nothing can be tried now, and for how long; then, that it can. */
export function WaitMessage({ wait: { whose, until, secondsLeft } }: { readonly wait: Wait }) {
  const say = useWords()
  const language = useLanguage()
  if (secondsLeft === 0) {
    return (
      <Message look="good" role="status">
        {say('people.tryNow')}
      </Message>
    )
  }
  return (
    <Message look="amber">
      <p role="alert" className="font-semibold">
        {say(`people.tooMany.${whose}`)}
      </p>
      {/* Apart from the alert, which would be read out each second. */}
      <p role="timer" className="tabular-nums">
        {secondsLeft < hour
          ? say('people.tryIn', { time: formatCountdown(secondsLeft, language) })
          : say('people.tryAt', { time: formatMoment(until, language) })}
      </p>
    </Message>
  )
}
