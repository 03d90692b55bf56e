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
import { Choice, TextField } from '#web/components/field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { ChangeFailure } from '#web/manage/change.tsx'
import { FormDialog } from '#web/manage/dialogs.tsx'
import { useId, useState } from 'react'
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
  const [isIncomplete, setIncomplete] = useState(false)
  const save = useWebhookChange(async ({ url, events, includesRow }: Entry) => {
    const body = { url: url.trim(), events: [...events], includes_row: includesRow }
    if (!webhook) return (await callDesk(outgoingWebhooks.add, { body })).data
    await callDesk(outgoingWebhooks.change, { params: { webhookId: webhook.id }, body })
    return undefined
  }, onSaved)
  const isBadAddress = codeAmong(save.error, ['bad_address']) !== undefined

  function onSaved(added: { readonly secret: string } | undefined) {
    onClose()
    if (added) onAdded({ name: nameOf({ url: entry.url.trim() }), secret: added.secret, isReplacement: false })
  }

  function change(changed: Partial<Entry>) {
    setIncomplete(false)
    save.reset()
    setEntry((before) => ({ ...before, ...changed }))
  }

  function submit() {
    const isMissing = entry.events.length === 0
    setIncomplete(isMissing)
    if (!isMissing) save.mutate(entry)
  }

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
        error={isBadAddress ? t('webhooks.bad_address') : undefined}
        type="url"
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        value={entry.url}
        onChange={(event) => change({ url: event.target.value })}
      />
      <Events
        chosen={entry.events}
        error={isIncomplete ? t('webhooks.noEvent') : undefined}
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

interface EventsProps {
  readonly chosen: readonly OutgoingEventType[]
  readonly error: string | undefined
  readonly onChoose: (events: readonly OutgoingEventType[]) => void
}

/** The events as a list of choices, each with a sentence. */
function Events({ chosen, error, onChoose }: EventsProps) {
  const t = useTranslate()
  const id = useId()
  return (
    <fieldset className="min-w-0" {...(error !== undefined && { 'aria-describedby': id })}>
      <legend className="mb-2 text-sm font-semibold text-soft">{t('webhooks.events')}</legend>
      <div className="grid gap-2">
        {outgoingEvents.map((event) => (
          <Choice
            key={event}
            type="checkbox"
            isSentence
            label={t(`webhooks.event.${event}`)}
            hint={t(`webhooks.eventHint.${event}`)}
            checked={chosen.includes(event)}
            onChange={(isChosen) =>
              onChoose(outgoingEvents.filter((each) => (each === event ? isChosen : chosen.includes(each))))
            }
          />
        ))}
      </div>
      {error !== undefined && (
        <p id={id} role="alert" className="mt-1 text-sm text-red">
          {error}
        </p>
      )}
    </fieldset>
  )
}
