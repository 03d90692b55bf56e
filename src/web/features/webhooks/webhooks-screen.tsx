import type { OutgoingWebhook } from '#contract/desk/outgoing-webhooks.ts'
import { notifyBriefly } from '#web/api/toasts.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { ManagedList } from '#web/manage/managed-screen.tsx'
import { ReferenceLink } from '#web/manage/reference-link.tsx'
import { useState } from 'react'
import { WebhookForm } from './webhook-form.tsx'
import { webhooksQuery } from './webhook-queries.ts'
import { WebhookRow } from './webhook-row.tsx'
import { type MadeSecret, WebhookSecret } from './webhook-secret.tsx'

/** `/webhooks`: a manager has other systems told of orders, and sees what became of it. */
export function WebhooksScreen() {
  const t = useTranslate()
  const [edited, setEdited] = useState<OutgoingWebhook | 'new'>()
  const [secret, setSecret] = useState<MadeSecret>()

  function closeSecret({ name, isReplacement }: MadeSecret) {
    setSecret(undefined)
    if (isReplacement) notifyBriefly(t('webhooks.replaced', { name }))
  }

  return (
    <ManagedList
      title={t('nav.webhooks')}
      signInFirst={t('webhooks.signInFirst')}
      managerOnly={t('webhooks.managerOnly')}
      query={webhooksQuery()}
      add={t('webhooks.add')}
      onAdd={() => setEdited('new')}
      none={
        <>
          <h2 className="text-lg font-semibold">{t('webhooks.none')}</h2>
          <p>{t('webhooks.what')}</p>
          <p className="text-soft">{t('webhooks.without')}</p>
        </>
      }
      row={(webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} onEdit={() => setEdited(webhook)} onSecret={setSecret} />
      )}
    >
      {(webhooks) =>
        webhooks && (
          <>
            <ReferenceLink hint={t('webhooks.referenceHint')} />
            {edited && (
              <WebhookForm
                webhook={edited === 'new' ? undefined : edited}
                onAdded={setSecret}
                onClose={() => setEdited(undefined)}
              />
            )}
            {secret && <WebhookSecret made={secret} onClose={() => closeSecret(secret)} />}
          </>
        )
      }
    </ManagedList>
  )
}
