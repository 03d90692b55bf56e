import { TooManyTries } from '#contract/desk/people.ts'
import { Failure } from '#web/api/http/failure.ts'
import { useServerNow } from '#web/api/http/server-clock.ts'
import { Button } from '#web/components/button.tsx'
import { Code, Message } from '#web/components/text.tsx'
import { formatCountdown, formatMoment } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import * as z from 'zod/mini'

interface Wait extends TooManyTries {
  /** Seconds until the next try; 0 if it is allowed now. */
  readonly secondsLeft: number
}

/** The wait after too many failed tries, updated each second. */
export function useWait(error: Error | null): Wait | undefined {
  const now = useServerNow()
  if (!(error instanceof Failure) || error.code !== 'too_many_tries') return undefined
  const { data } = z.safeParse(TooManyTries, error.data)
  return data && { ...data, secondsLeft: Math.max(0, Math.ceil((Date.parse(data.until) - now) / 1000)) }
}

const hour = 3600

/** Why nothing can be tried now and for how long; then, that it can. */
export function WaitMessage({ wait: { whose, until, secondsLeft } }: { readonly wait: Wait }) {
  const t = useTranslate()
  const language = useLanguage()
  if (secondsLeft === 0) {
    return (
      <Message look="good" role="status">
        {t('people.tryNow')}
      </Message>
    )
  }
  return (
    <Message look="amber">
      <p role="alert" className="font-semibold">
        {t(`people.tooMany.${whose}`)}
      </p>
      {/* Outside the alert, which would be read out each second. */}
      <p role="timer" className="tabular-nums">
        {secondsLeft < hour
          ? t('people.tryIn', { time: formatCountdown(secondsLeft, language) })
          : t('people.tryAt', { time: formatMoment(until, language) })}
      </p>
    </Message>
  )
}

/** Whether the previous page has another origin, as far as the browser tells: probably another shop's desk. */
const cameFromElsewhere = (): boolean => history.length > 1 && !('navigation' in window && navigation.canGoBack)

/** A way back for a tablet without a back button, such as a kiosk. */
export function WayBack() {
  const t = useTranslate()
  return cameFromElsewhere() ? <Button onClick={() => history.back()}>{t('people.back')}</Button> : null
}

/** A command for the desk's server: plain `desk` under systemd and in a container, else its npm form. */
export const DeskCommand = ({ args }: { readonly args: string }) => (
  <>
    <Code>{`desk ${args}`}</Code>
    <Code>{`npm run -s desk -- ${args}`}</Code>
  </>
)
