import { alerts, type Duty } from '#contract/desk/alerts.ts'
import type { Session } from '#contract/desk/session.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Message, Skeleton } from '#web/components/text.tsx'
import { SignInFirst } from '#web/format/sign-in-first.tsx'
import { type Translate, useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { dutyQuery, pushKeyQuery, useAlertChange } from './alert-queries.ts'
import { failureWords } from './alert-words.ts'
import { OwnDuty } from './own-duty.tsx'
import { currentSubscription, NoPush, NotAllowed, pushObstacle, stopAlerts, turnOnAlerts } from './phone-push.ts'

/** The address that this browser's alerts go to; null without a subscription. */
const subscriptionQuery = () =>
  queryOptions({
    queryKey: ['alerts', 'subscription'],
    queryFn: async () => (await currentSubscription())?.endpoint ?? null,
  })

/** In the settings: has the signed-in person's alerts sent to this phone, and when they may be told. */
export function PhoneAlerts() {
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  const obstacle = session && pushObstacle(session.mode)
  return (
    <>
      <p>{t('alerts.phone.what')}</p>
      {obstacle && <Message look={obstacle === 'install' ? 'plain' : 'amber'}>{t(`alerts.phone.${obstacle}`)}</Message>}
      {session && !session.staff && obstacle !== 'demo' && <SignInFirst why={t('alerts.phone.signIn')} />}
      {session?.staff && obstacle !== 'demo' && (
        <ForPerson key={session.staff.id} session={session} isPossible={obstacle === undefined} />
      )}
    </>
  )
}

interface ForPersonProps {
  readonly session: Session
  readonly isPossible: boolean
}

function ForPerson({ session, isPossible }: ForPersonProps) {
  const t = useTranslate()
  const { data: duties, error } = useQuery(dutyQuery())
  if (!duties) return error ? <Message look="red">{failureWords(error, t)}</Message> : <Skeleton className="h-40" />
  const own = duties.find(({ person }) => person.id === session.staff?.id)
  return (
    <>
      {isPossible && <ThisPhone session={session} duties={duties} />}
      {own && <OwnDuty duty={own} />}
    </>
  )
}

interface ThisPhoneProps {
  readonly session: Session
  readonly duties: readonly Duty[]
}

/** Turns alerts on and off in a browser that can get them, and sends a test. */
function ThisPhone({ session: { staff, device }, duties }: ThisPhoneProps) {
  const t = useTranslate()
  const language = useLanguage()
  const { data: endpoint, isPending } = useQuery(subscriptionQuery())
  const { data: key, error: noKey } = useQuery(pushKeyQuery())
  const turnOn = useAlertChange(async () => turnOnAlerts(key ?? '', { personId: staff?.id ?? '', language }))
  const stop = useAlertChange(stopAlerts)
  if (isPending || (!key && !noKey)) return <Skeleton className="h-14" />
  if (noKey) return <Message look="amber">{failureWords(noKey, t)}</Message>
  const receiver = endpoint
    ? duties.find(({ phones }) => phones.some((each) => each.device_id === device?.id))
    : undefined
  const isOn = receiver?.person.id === staff?.id
  return (
    <div className="flex flex-col items-start gap-3">
      {receiver && (
        <p className={`flex items-center gap-2 font-semibold ${isOn ? 'text-good' : ''}`}>
          <span className="size-2.5 shrink-0 rounded-full bg-current" aria-hidden="true" />
          {t(isOn ? 'alerts.phone.on' : 'alerts.phone.others', { name: receiver.person.name })}
        </p>
      )}
      {endpoint && isOn ? (
        <>
          <Test endpoint={endpoint} />
          <Button isBusy={stop.isPending} onClick={() => stop.mutate(undefined)}>
            {t('alerts.phone.stop')}
          </Button>
        </>
      ) : (
        <TurnOn isBusy={turnOn.isPending} onPress={() => turnOn.mutate(undefined)} />
      )}
      <Refusal error={turnOn.error ?? stop.error} />
    </div>
  )
}

/** Where the browser already refuses notifications, it does not ask again. */
function TurnOn({ isBusy, onPress }: { readonly isBusy: boolean; readonly onPress: () => void }) {
  const t = useTranslate()
  if (Notification.permission === 'denied') return <Message look="amber">{t('alerts.phone.denied')}</Message>
  return (
    <Button look="primary" size="large" isBusy={isBusy} onClick={onPress}>
      {t('alerts.phone.turnOn')}
    </Button>
  )
}

function Refusal({ error }: { readonly error: Error | null }) {
  const t = useTranslate()
  // The browser's refusal has a message of its own in place of the button.
  if (!error || (error instanceof NotAllowed && Notification.permission === 'denied')) return null
  return (
    <Message role="alert" look="red">
      {refusalWords(error, t)}
    </Message>
  )
}

function refusalWords(error: Error, t: Translate): string {
  if (error instanceof NotAllowed) return t('alerts.phone.notAllowed')
  return error instanceof NoPush ? t('alerts.phone.noPush') : failureWords(error, t)
}

/** Sends a test alert to this phone, and says whether its push service took it. */
function Test({ endpoint }: { readonly endpoint: string }) {
  const t = useTranslate()
  const test = useAlertChange(async () => (await callDesk(alerts.testPhone, { body: { endpoint } })).data)
  const isGone = test.error instanceof Failure && test.error.code === 'not_found'
  const result = isGone || (test.data && test.data.gone > 0) ? 'gone' : test.data?.delivered ? 'delivered' : 'failed'
  return (
    <>
      <Button isBusy={test.isPending} onClick={() => test.mutate(undefined)}>
        {t('alerts.phone.test')}
      </Button>
      <div role="status" className="self-stretch empty:hidden">
        {test.error && !isGone ? (
          <Message look="red">{failureWords(test.error, t)}</Message>
        ) : (
          !test.isPending &&
          (test.data ?? isGone) && (
            <Message look={result === 'delivered' ? 'good' : 'red'}>{t(`alerts.phone.${result}`)}</Message>
          )
        )}
      </div>
    </>
  )
}
