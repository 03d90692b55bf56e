import {
  orderEvents,
  outgoingEvents,
  type OutgoingEventType,
  outgoingWebhooks,
  type OutgoingWebhook,
} from '#contract/desk/outgoing-webhooks.ts'
import { callDesk } from '#web/api/http/call.ts'
import { codeAmong } from '#web/api/http/failure.ts'
import { Choices } from '#web/components/choices.tsx'
import { TextField } from '#web/components/field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { ChangeFailure } from '#web/manage/change.tsx'
import { Checkboxes } from '#web/manage/checkboxes.tsx'
import { FormDialog } from '#web/manage/dialogs.tsx'
import { useState } from 'react'
import { useWebhookChange } from './webhook-queries.ts'
import type { MadeSecret } from './webhook-secret.tsx'
import { failureWords, nameOf } from './webhook-words.ts'

interface WebhookFormProps {
  /** Undefined for a new one. */
  readonly webhook: OutgoingWebhook | undefined
  /** Receives the secret of a new webhook. */
  readonly onAdded: (secret: MadeSecret) => void
  readonly onClose: () => void
}

interface Entry {
  readonly url: string
  readonly events: readonly OutgoingEventType[]
  readonly includesRow: boolean
}

const entryOf = ({ url, events, includes_row: includesRow }: OutgoingWebhook): Entry => ({ url, events, includesRow })
const newEntry: Entry = { url: '', events: orderEvents, includesRow: false }

/** Adds a webhook, or changes one. */
export function WebhookForm({ webhook, onAdded, onClose }: WebhookFormProps) {
  const t = useTranslate()
  const [entry, setEntry] = useState(() => (webhook ? entryOf(webhook) : newEntry))
  const [isChecked, setChecked] = useState(false)
  const save = useWebhookChange(async ({ url, events, includesRow }: Entry) => {
    const body = { url: url.trim(), events: [...events], includes_row: includesRow }
    if (!webhook) return (await callDesk(outgoingWebhooks.add, { body })).data
    await callDesk(outgoingWebhooks.change, { params: { webhookId: webhook.id }, body })
    return undefined
  }, onSaved)
  const isBadAddress = codeAmong(save.error, ['bad_address']) !== undefined
  const isAddressMissing = entry.url.trim() === ''
  const isEventMissing = entry.events.length === 0

  function onSaved(added: { readonly secret: string } | undefined) {
    onClose()
    if (added) onAdded({ name: nameOf({ url: entry.url.trim() }), secret: added.secret, isReplacement: false })
  }

  function change(changed: Partial<Entry>) {
    save.reset()
    setEntry((before) => ({ ...before, ...changed }))
  }

  function submit() {
    setChecked(true)
    if (!isAddressMissing && !isEventMissing) save.mutate(entry)
  }

  const missingAddress = isChecked && isAddressMissing ? t('webhooks.noAddress') : undefined
  const addressError = isBadAddress ? t('webhooks.bad_address') : missingAddress
  const title = webhook ? t('webhooks.editName', { name: nameOf(webhook) }) : t('webhooks.add')
  return (
    <FormDialog
      title={title}
      button={webhook ? t('people.save') : t('webhooks.addButton')}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('webhooks.url')}
        hint={t('webhooks.urlHint')}
        error={addressError}
        type="url"
        placeholder="https://…"
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        value={entry.url}
        onChange={(event) => change({ url: event.target.value })}
      />
      <Checkboxes
        legend={t('webhooks.events')}
        values={outgoingEvents}
        chosen={entry.events}
        error={isChecked && isEventMissing ? t('webhooks.noEvent') : undefined}
        label={(event) => t(`webhooks.event.${event}`)}
        explain={(event) => t(`webhooks.eventHint.${event}`)}
        onChoose={(events) => change({ events })}
      />
      <Choices
        legend={t('webhooks.content')}
        name="webhook-content"
        values={['thin', 'row']}
        chosen={entry.includesRow ? 'row' : 'thin'}
        isSentence
        label={(each) => t(`webhooks.content.${each}`)}
        explain={(each) => t(`webhooks.contentHint.${each}`)}
        onChoose={(each) => change({ includesRow: each === 'row' })}
      />
      {!isBadAddress && <ChangeFailure error={save.error} words={failureWords} />}
    </FormDialog>
  )
}
