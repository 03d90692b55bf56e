import { type ApiKey, apiKeys } from '#contract/desk/api-keys.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Button } from '#web/components/button.tsx'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { formatSent, useToday } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { ManagedRow } from '#web/manage/managed-screen.tsx'
import { RemovalDialog } from '#web/manage/removal-dialog.tsx'
import { affectedByKeys } from './api-key-queries.ts'
import { failureWords, scopeWords } from './api-key-words.ts'

interface ApiKeyProps {
  readonly apiKey: ApiKey
}

/** A key: what it may do, when it was last used, and the button that ends it. */
export function ApiKeyRow({ apiKey, onRemove }: ApiKeyProps & { readonly onRemove: () => void }) {
  const t = useTranslate()
  const language = useLanguage()
  useToday()
  const { id, name, scopes, created_at: createdAt, created_by: createdBy, last_used_at: lastUsedAt } = apiKey
  const made = formatSent(createdAt, language, t)
  return (
    <ManagedRow
      name={<ServiceText>{name}</ServiceText>}
      button={
        <Button look="grave" aria-label={t('apiKeys.removeName', { name })} onClick={onRemove}>
          {t('apiKeys.remove')}
        </Button>
      }
    >
      <div className="flex flex-col gap-1">
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
    </ManagedRow>
  )
}

/** Asks before a key is removed. */
export function KeyRemoval({ apiKey: { id, name }, onClose }: ApiKeyProps & { readonly onClose: () => void }) {
  const t = useTranslate()
  return (
    <RemovalDialog
      title={t('apiKeys.removeName', { name })}
      what={t('apiKeys.removeWhat')}
      button={t('apiKeys.remove')}
      done={t('apiKeys.removed', { name })}
      remove={() => callDesk(apiKeys.remove, { params: { keyId: id } })}
      affected={affectedByKeys}
      failureWords={failureWords}
      onClose={onClose}
    />
  )
}
