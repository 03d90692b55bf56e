import { outgoingWebhooks, type OutgoingWebhook } from '#contract/desk/outgoing-webhooks.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { formatSent, useToday } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { ChangeFailure } from '#web/manage/change.tsx'
import { ConfirmDialog } from '#web/manage/dialogs.tsx'
import { ManagedRow, State } from '#web/manage/managed-screen.tsx'
import { RemovalDialog } from '#web/manage/removal-dialog.tsx'
import { useState } from 'react'
import { Deliveries } from './webhook-deliveries.tsx'
import { affectedByWebhooks, useWebhookChange } from './webhook-queries.ts'
import type { MadeSecret } from './webhook-secret.tsx'
import { failureWords, nameOf, stateInks, stateWords, todoWords, whyWords } from './webhook-words.ts'

interface WebhookRowProps {
  readonly webhook: OutgoingWebhook
  readonly onEdit: () => void
  /** Receives a new secret. */
  readonly onSecret: (secret: MadeSecret) => void
}

/** A webhook: what its receiver does, what it is told, and what can be done with it. */
export function WebhookRow({ webhook, onEdit, onSecret }: WebhookRowProps) {
  const t = useTranslate()
  const language = useLanguage()
  const [asked, setAsked] = useState<'remove' | 'replace'>()
  const [isOpen, setOpen] = useState(false)
  const name = nameOf(webhook)
  const params = { webhookId: webhook.id }
  const test = useWebhookChange(async () => (await callDesk(outgoingWebhooks.test, { params })).data)
  const pause = useWebhookChange((isPaused: boolean) =>
    callDesk(outgoingWebhooks.change, { params, body: { is_paused: isPaused } }),
  )
  const error = test.error ?? pause.error
  const [verb, isPaused] = pauseOf(webhook)
  return (
    <ManagedRow
      name={<bdi dir="ltr">{name}</bdi>}
      state={<State ink={stateInks[webhook.state]}>{stateWords(webhook, t, language)}</State>}
    >
      <Facts webhook={webhook} />
      <div className="grid grid-cols-2 gap-2 tablet:flex tablet:items-start [&_button]:px-3">
        <div className="contents tablet:flex tablet:flex-1 tablet:flex-wrap tablet:gap-2">
          <Button
            aria-label={t('webhooks.testName', { name })}
            isBusy={test.isPending}
            onClick={() => test.mutate(undefined)}
          >
            {t('webhooks.test')}
          </Button>
          <Button
            aria-expanded={isOpen}
            aria-label={t('webhooks.latestName', { name })}
            onClick={() => setOpen(!isOpen)}
          >
            {t('webhooks.latest')}
          </Button>
          <Button aria-label={t('webhooks.editName', { name })} onClick={onEdit}>
            {t('webhooks.edit')}
          </Button>
          <Button
            aria-label={t(`webhooks.${verb}Name`, { name })}
            isBusy={pause.isPending}
            onClick={() => pause.mutate(isPaused)}
          >
            {t(`webhooks.${verb}`)}
          </Button>
          <Button aria-label={t('webhooks.replaceName', { name })} onClick={() => setAsked('replace')}>
            {t('webhooks.replace')}
          </Button>
        </div>
        <Button look="grave" aria-label={t('webhooks.removeName', { name })} onClick={() => setAsked('remove')}>
          {t('webhooks.remove')}
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {error && <Message look="red">{failureWords(error, t)}</Message>}
        {!error && test.data && <TestOutcome last={test.data.last_try} isDelivered={test.data.state === 'delivered'} />}
      </div>
      {isOpen && <Deliveries webhook={webhook} />}
      {asked === 'remove' && <Removal webhook={webhook} onClose={() => setAsked(undefined)} />}
      {asked === 'replace' && <Replacement webhook={webhook} onSecret={onSecret} onClose={() => setAsked(undefined)} />}
    </ManagedRow>
  )
}

interface AskingProps {
  readonly webhook: OutgoingWebhook
  readonly onClose: () => void
}

/** Asks before a webhook is removed. */
function Removal({ webhook, onClose }: AskingProps) {
  const t = useTranslate()
  const name = nameOf(webhook)
  return (
    <RemovalDialog
      title={t('webhooks.removeName', { name })}
      what={t('webhooks.removeWhat')}
      button={t('webhooks.remove')}
      done={t('webhooks.removed', { name })}
      remove={() => callDesk(outgoingWebhooks.remove, { params: { webhookId: webhook.id } })}
      affected={affectedByWebhooks}
      failureWords={failureWords}
      onClose={onClose}
    />
  )
}

/** Asks for confirmation, because the other system must get the new secret in time. */
function Replacement({ webhook, onSecret, onClose }: AskingProps & Pick<WebhookRowProps, 'onSecret'>) {
  const t = useTranslate()
  const name = nameOf(webhook)
  const replace = useWebhookChange(
    async () => (await callDesk(outgoingWebhooks.replaceSecret, { params: { webhookId: webhook.id } })).data,
    ({ secret }) => {
      onClose()
      onSecret({ name, secret, isReplacement: true })
    },
  )
  return (
    <ConfirmDialog
      title={t('webhooks.replaceName', { name })}
      button={t('webhooks.replace')}
      isBusy={replace.isPending}
      onConfirm={() => replace.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t('webhooks.replaceWhat')}</p>
      <ChangeFailure error={replace.error} words={failureWords} />
    </ConfirmDialog>
  )
}

/** What a press on the middle button does, and what `is_paused` is afterwards. */
function pauseOf({ state }: OutgoingWebhook): readonly ['pause' | 'resume' | 'restart', boolean] {
  if (state === 'ended') return ['restart', false]
  return state === 'paused' ? ['resume', false] : ['pause', true]
}

function Facts({ webhook }: Pick<WebhookRowProps, 'webhook'>) {
  const t = useTranslate()
  const language = useLanguage()
  useToday()
  const {
    url,
    state,
    failure,
    events,
    includes_row: includesRow,
    waiting,
    parked,
    old_secret_until: oldUntil,
  } = webhook
  return (
    <div className="flex flex-col gap-1">
      {failure && <p>{todoWords(failure, t)}</p>}
      <p className="text-sm text-soft wrap-anywhere">
        <bdi dir="ltr">{url}</bdi>
      </p>
      <p>{events.map((event) => t(`webhooks.event.${event}`)).join(' · ')}</p>
      <p className="text-sm text-soft">
        {[
          t(includesRow ? 'webhooks.rowIs' : 'webhooks.thinIs'),
          ...(waiting > 0 ? [t('webhooks.waiting', { count: waiting })] : []),
          ...(parked > 0 ? [t('webhooks.parked', { count: parked })] : []),
        ].join(' · ')}
      </p>
      {state === 'paused' && <p className="text-sm text-soft">{t('webhooks.pausedHint')}</p>}
      {oldUntil !== null && (
        <p className="text-sm text-soft">
          {t('webhooks.oldUntil', { time: formatSent(oldUntil, language, t, { isShort: true }) })}
        </p>
      )}
    </div>
  )
}

interface TestOutcomeProps {
  readonly isDelivered: boolean
  readonly last: {
    readonly status: number | null
    readonly problem: NonNullable<OutgoingWebhook['failure']>['problem']
    readonly took_ms: number
  } | null
}

function TestOutcome({ isDelivered, last }: TestOutcomeProps) {
  const t = useTranslate()
  if (!last) return null
  return isDelivered ? (
    <Message look="good">{t('webhooks.testDone', { status: `${last.status}`, ms: last.took_ms })}</Message>
  ) : (
    <Message look="red">
      {t('webhooks.testFailed', { why: whyWords(last, t) })} {todoWords(last, t)}
    </Message>
  )
}
