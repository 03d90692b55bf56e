import { type ApiKey, apiKeys } from '#contract/desk/api-keys.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Digits, Message, ServiceText } from '#web/components/text.tsx'
import { formatSent, useToday } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useId } from 'react'
import { failureWords, useKeyChange } from './api-key-queries.ts'
import { scopeWords } from './scope-words.ts'

interface ApiKeyProps {
  readonly apiKey: ApiKey
}

/** A key: what it may do, when it was last used, and the button that ends it. */
export function ApiKeyRow({ apiKey, onRemove }: ApiKeyProps & { readonly onRemove: () => void }) {
  const t = useTranslate()
  const language = useLanguage()
  const title = useId()
  useToday()
  const { id, name, scopes, created_at: createdAt, created_by: createdBy, last_used_at: lastUsedAt } = apiKey
  const made = formatSent(createdAt, language, t, { isShort: true })
  return (
    <li
      aria-labelledby={title}
      className="flex flex-wrap items-center justify-between gap-3 rounded border border-line bg-raised p-4"
    >
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <h2 id={title} className="text-lg font-bold break-words">
          <ServiceText>{name}</ServiceText>
        </h2>
        <p>{scopes.map((scope) => scopeWords(scope, t)).join(' · ')}</p>
        <p className="text-sm font-semibold">
          {lastUsedAt === null
            ? t('apiKeys.neverUsed')
            : t('apiKeys.lastUsed', { time: formatSent(lastUsedAt, language, t, { isShort: true }) })}
        </p>
        <p className="text-sm text-soft">
          {createdBy === null
            ? t('apiKeys.madeByCommand', { time: made })
            : t('apiKeys.madeBy', { time: made, person: createdBy })}{' '}
          · <Digits>{`vd_${id}_…`}</Digits>
        </p>
      </div>
      <Button look="grave" aria-label={t('apiKeys.removeName', { name })} onClick={onRemove}>
        {t('apiKeys.remove')}
      </Button>
    </li>
  )
}

/** Asks for confirmation and states the consequence, because a key cannot be brought back. */
export function RemovalDialog({ apiKey: { id, name }, onClose }: ApiKeyProps & { readonly onClose: () => void }) {
  const t = useTranslate()
  const { isPending, error, mutate } = useKeyChange(() => callDesk(apiKeys.remove, { params: { keyId: id } }), onClose)
  return (
    <Dialog title={t('apiKeys.removeName', { name })} onClose={onClose}>
      <DialogBody>
        <p>{t('apiKeys.removeWhat')}</p>
        {error && (
          <Message role="alert" look="red">
            {failureWords(error, t)}
          </Message>
        )}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('people.cancel')}</Button>
        <Button look="grave" isBusy={isPending} onClick={() => mutate(undefined)}>
          {t('apiKeys.remove')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
