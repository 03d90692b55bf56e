import type { OutgoingWebhook } from '#contract/desk/outgoing-webhooks.ts'
import { Failure } from '#web/api/http/failure.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Skeleton } from '#web/components/text.tsx'
import { SignInFirst } from '#web/format/sign-in-first.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { WebhookForm } from './webhook-form.tsx'
import { webhooksQuery } from './webhook-queries.ts'
import { WebhookRow } from './webhook-row.tsx'
import { type MadeSecret, WebhookSecret } from './webhook-secret.tsx'

/** `/webhooks`: a manager has other systems told of orders, and sees what became of it. */
export function WebhooksScreen() {
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  return (
    <div className="flex w-full max-w-3xl flex-col gap-5 pb-8">
      <title>{`${t('nav.webhooks')} · ${t('app.name')}`}</title>
      {session?.staff ? (
        <Webhooks />
      ) : (
        <>
          <Head />
          <SignInFirst why={t('webhooks.signInFirst')} />
        </>
      )}
    </div>
  )
}

/** The title, and beside it what can be done. */
function Head({ children }: { readonly children?: ReactNode }) {
  const t = useTranslate()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h1 className="text-xl font-bold">{t('nav.webhooks')}</h1>
      {children}
    </div>
  )
}

const isForManagers = (error: Error | null): boolean => error instanceof Failure && error.code === 'manager_required'

function Webhooks() {
  const t = useTranslate()
  const { data: webhooks, error } = useQuery(webhooksQuery())
  const [edited, setEdited] = useState<OutgoingWebhook | 'new'>()
  const [secret, setSecret] = useState<MadeSecret>()
  if (isForManagers(error) || !webhooks) {
    if (error && !isForManagers(error)) throw error
    return (
      <>
        <Head />
        {error ? <p className="text-soft">{t('webhooks.managerOnly')}</p> : <Skeleton className="h-40" />}
      </>
    )
  }
  const isEmpty = webhooks.length === 0
  const add = (
    <Button look={isEmpty ? 'primary' : 'quiet'} size={isEmpty ? 'large' : 'normal'} onClick={() => setEdited('new')}>
      {t('webhooks.add')}
    </Button>
  )
  return (
    <>
      <Head>{!isEmpty && add}</Head>
      {isEmpty ? (
        <div className="flex flex-col items-start gap-3 rounded border border-line bg-raised p-4 tablet:p-6">
          <h2 className="text-lg font-semibold">{t('webhooks.none')}</h2>
          <p>{t('webhooks.what')}</p>
          <p className="text-soft">{t('webhooks.without')}</p>
          {add}
        </div>
      ) : (
        <ul className="flex flex-col gap-3">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onEdit={() => setEdited(webhook)} onSecret={setSecret} />
          ))}
        </ul>
      )}
      {edited && (
        <WebhookForm
          webhook={edited === 'new' ? undefined : edited}
          onAdded={setSecret}
          onClose={() => setEdited(undefined)}
        />
      )}
      {secret && <WebhookSecret made={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}
