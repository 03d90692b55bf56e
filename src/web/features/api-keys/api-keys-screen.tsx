import type { ApiKey } from '#contract/desk/api-keys.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { ManagedList } from '#web/manage/managed-screen.tsx'
import { ReferenceLink } from '#web/manage/reference-link.tsx'
import { useState } from 'react'
import { ApiKeyForm } from './api-key-form.tsx'
import { apiKeysQuery } from './api-key-queries.ts'
import { ApiKeyRow, KeyRemoval } from './api-key-row.tsx'
import { type MadeKey, NewKeyDialog } from './new-key.tsx'

/** `/api-keys`: a manager gives other programs keys, and removes them. */
export function ApiKeysScreen() {
  const t = useTranslate()
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<MadeKey>()
  const [leaving, setLeaving] = useState<ApiKey>()
  return (
    <ManagedList
      title={t('apiKeys.title')}
      signInFirst={t('apiKeys.signInFirst')}
      managerOnly={t('apiKeys.managerOnly')}
      query={apiKeysQuery()}
      add={t('apiKeys.add')}
      onAdd={() => setAdding(true)}
      none={
        <>
          <h2 className="text-lg font-semibold">{t('apiKeys.none')}</h2>
          <p>{t('apiKeys.what')}</p>
        </>
      }
      row={(key) => <ApiKeyRow key={key.id} apiKey={key} onRemove={() => setLeaving(key)} />}
    >
      {(keys) => (
        <>
          {/* Every tablet may read it. */}
          <ReferenceLink hint={t('apiKeys.referenceHint')} />
          {keys && isAdding && <ApiKeyForm onMade={setMade} onClose={() => setAdding(false)} />}
          {keys && made && <NewKeyDialog made={made} onClose={() => setMade(undefined)} />}
          {keys && leaving && <KeyRemoval apiKey={leaving} onClose={() => setLeaving(undefined)} />}
        </>
      )}
    </ManagedList>
  )
}
