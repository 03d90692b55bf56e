import type { Tally, WebhookState } from '#contract/desk/webhook.ts'
import { isLoopback } from '#contract/text.ts'
import { Failure } from '#web/api/http/failure.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Code, Message, Skeleton } from '#web/components/text.tsx'
import { CopyButton } from '#web/format/copy-button.tsx'
import { SignInFirst } from '#web/format/sign-in-first.tsx'
import { formatMoment } from '#web/i18n/format.ts'
import { type Translate, useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useTestNotification, webhookQuery } from './settings-queries.ts'
import { Fact, Facts, SettingsSection } from './settings-section.tsx'
import { useQuery } from '@tanstack/react-query'

/** Tests the whole way from outside to this desk, and shows the result and what to check. */
function TestNotification({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const t = useTranslate()
  const { mutate, data, error, isPending } = useTestNotification()
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line pt-4">
      {isSignedIn ? (
        <Button size="large" aria-disabled={isPending} onClick={() => isPending || mutate()}>
          {t('settings.test')}
        </Button>
      ) : (
        <SignInFirst why={t('settings.signInFirst')} />
      )}
      <p className="text-sm text-faint">{t('settings.testHint')}</p>
      <div role="status" className="self-stretch">
        {isPending && <Message>{t('settings.testing')}</Message>}
        {!isPending && data && <Message look={looks[data.result]}>{resultText(data, t)}</Message>}
        {!isPending && error && <Message look="red">{failureText(error, t)}</Message>}
      </div>
    </div>
  )
}

type Outcome = NonNullable<ReturnType<typeof useTestNotification>['data']>

const looks = { arrived: 'good', refused: 'red', unreachable: 'red', other: 'red' } as const

function resultText({ result, status }: Outcome, t: Translate): string {
  return result === 'other' ? t('settings.test.other', { status: status ?? '?' }) : t(`settings.test.${result}`)
}

function failureText(error: Error, t: Translate): string {
  switch (error instanceof Failure ? error.code : undefined) {
    case 'too_soon':
      return t('settings.tooSoon')
    case 'webhook_off':
      return t('settings.off')
    case 'sign_in_required':
      return t('settings.signInFirst')
    case 'no_contact':
      return t('people.noContact')
    default:
      return t('people.failed', { message: error.message })
  }
}

/** The webhook's address for registration at the vendor service, and whether notifications arrive. */
export function WebhookSection() {
  const t = useTranslate()
  const { data: state, error } = useQuery(webhookQuery())
  const { data: session } = useQuery(sessionQuery())
  if (!state && error) throw error
  const isLive = session?.mode === 'live'
  return (
    <SettingsSection title={t('settings.webhook')}>
      {!state && <Skeleton className="h-96" />}
      {state && !state.is_configured && <WebhookOff />}
      {state && (
        <>
          {session && !isLive && <Message role="note">{t('settings.pretend')}</Message>}
          <Registration state={state} isReachable={!isLive || !isOnlyHere(state.address)} />
          <Reception state={state} />
          {state.is_configured && <TestNotification isSignedIn={Boolean(session?.staff)} />}
        </>
      )}
    </SettingsSection>
  )
}

function WebhookOff() {
  const t = useTranslate()
  return (
    <Message look="amber" role="note">
      <p className="font-semibold">{t('settings.off')}</p>
      <p className="mt-1 mb-2 text-strong">{t('settings.offHow')}</p>
      <Code>openssl rand -hex 32</Code>
    </Message>
  )
}

interface RegistrationProps {
  readonly state: WebhookState
  /** Whether the vendor service can reach the address. */
  readonly isReachable: boolean
}

function Registration({ state: { address, header }, isReachable }: RegistrationProps) {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-4">
      <p>{t('settings.webhookWhat')}</p>
      <div className="flex flex-col gap-2">
        <h3 className="text-sm font-semibold text-soft">{t('settings.address')}</h3>
        <div className="flex flex-col gap-2 tablet:flex-row tablet:items-center">
          <div className="min-w-0 flex-1">
            <Code>{address}</Code>
          </div>
          {/* The placeholder of the secret is replaced by hand. */}
          <CopyButton text={address.replace('…', '')} />
        </div>
        {header === null && <p className="text-sm text-faint">{t('settings.pathHint')}</p>}
        {!isReachable && (
          <Message look="amber" role="note">
            {t('settings.loopback')}
          </Message>
        )}
      </div>
      {header && (
        <div className="flex flex-col gap-2">
          <h3 className="text-sm font-semibold text-soft">{t('settings.header')}</h3>
          <Code>{`${header.name}: ${header.value}`}</Code>
          <p className="text-sm text-faint">{t('settings.headerHint')}</p>
        </div>
      )}
    </div>
  )
}

function Reception({ state }: { readonly state: WebhookState }) {
  const t = useTranslate()
  const language = useLanguage()
  const { last_heard_at: heard, refused, unreadable, since } = state
  return (
    <Facts>
      <Fact name={t('settings.lastHeard')}>
        {heard === null ? t('settings.neverHeard') : formatMoment(heard, language)}
      </Fact>
      <CountFact name={t('settings.refused')} tally={refused} since={since} hint={t('settings.refusedHint')} />
      <CountFact name={t('settings.unreadable')} tally={unreadable} since={since} hint={t('settings.unreadableHint')} />
    </Facts>
  )
}

interface CountFactProps {
  readonly name: string
  readonly tally: Tally
  /** Start of the count. */
  readonly since: string
  readonly hint: string
}

function CountFact({ name, tally: { count, first_at, last_at }, since, hint }: CountFactProps) {
  const t = useTranslate()
  const language = useLanguage()
  const time = (at: string | null) => formatMoment(at ?? since, language)
  if (count === 0) {
    return (
      <Fact name={name} hint={t('settings.countedSince', { time: time(since) })}>
        {t('settings.none')}
      </Fact>
    )
  }
  return (
    <Fact name={name} hint={hint} look="red">
      {t('settings.tally', { count, since: time(first_at), latest: time(last_at) })}
    </Fact>
  )
}

/** Whether the address is loopback, which points elsewhere on every machine. */
const isOnlyHere = (address: string): boolean => URL.canParse(address) && isLoopback(new URL(address).hostname)
