import type { ApiKey } from '#contract/desk/api-keys.ts'
import { paths } from '#contract/screen-paths.ts'
import { Failure } from '#web/api/http/failure.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Skeleton } from '#web/components/text.tsx'
import { SignInFirst } from '#web/format/sign-in-first.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { ApiKeyForm } from './api-key-form.tsx'
import { apiKeysQuery } from './api-key-queries.ts'
import { ApiKeyRow, RemovalDialog } from './api-key-row.tsx'
import { type MadeKey, NewKeyDialog } from './new-key.tsx'

/** `/api-keys`: a manager gives other programs keys, and removes them. */
export function ApiKeysScreen() {
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  return (
    <div className="flex w-full max-w-3xl flex-col gap-5 pb-8">
      <title>{`${t('apiKeys.title')} · ${t('app.name')}`}</title>
      {session?.staff ? (
        <Keys />
      ) : (
        <>
          <Head />
          <SignInFirst why={t('apiKeys.signInFirst')} />
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
      <h1 className="text-xl font-bold">{t('apiKeys.title')}</h1>
      {children}
    </div>
  )
}

const isForManagers = (error: Error | null): boolean => error instanceof Failure && error.code === 'manager_required'

function Keys() {
  const t = useTranslate()
  const { data: keys, error } = useQuery(apiKeysQuery())
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<MadeKey>()
  const [leaving, setLeaving] = useState<ApiKey>()
  if (isForManagers(error) || !keys) {
    if (error && !isForManagers(error)) throw error
    return (
      <>
        <Head />
        {error ? <p className="text-soft">{t('apiKeys.managerOnly')}</p> : <Skeleton className="h-40" />}
        {error && <ReferenceLink />}
      </>
    )
  }
  const isEmpty = keys.length === 0
  const add = (
    <Button look={isEmpty ? 'primary' : 'quiet'} size={isEmpty ? 'large' : 'normal'} onClick={() => setAdding(true)}>
      {t('apiKeys.add')}
    </Button>
  )
  return (
    <>
      <Head>{!isEmpty && add}</Head>
      {isEmpty ? (
        <div className="flex flex-col items-start gap-3 rounded border border-line bg-raised p-4 tablet:p-6">
          <h2 className="text-lg font-semibold">{t('apiKeys.none')}</h2>
          <p>{t('apiKeys.what')}</p>
          {add}
        </div>
      ) : (
        <ul className="flex flex-col gap-3">
          {keys.map((key) => (
            <ApiKeyRow key={key.id} apiKey={key} onRemove={() => setLeaving(key)} />
          ))}
        </ul>
      )}
      <ReferenceLink />
      {isAdding && <ApiKeyForm onMade={setMade} onClose={() => setAdding(false)} />}
      {made && <NewKeyDialog made={made} onClose={() => setMade(undefined)} />}
      {leaving && <RemovalDialog apiKey={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}

function ReferenceLink() {
  const t = useTranslate()
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      <span className="text-soft">{t('apiKeys.referenceHint')}</span>
      <Link to={paths.apiReference} className="inline-flex min-h-12 items-center font-semibold underline">
        {t('apiKeys.reference')}
      </Link>
    </p>
  )
}
