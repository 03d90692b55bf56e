import type { ApiOperation } from '#contract/desk/api-keys.ts'
import { paths } from '#contract/screen-paths.ts'
import { Button } from '#web/components/button.tsx'
import { Skeleton } from '#web/components/text.tsx'
import { saveFile } from '#web/format/save-file.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { descriptionQuery } from '#web/features/api-keys/api-key-queries.ts'
import { Listing, Operation } from './operation.tsx'
import { SchemaSection } from './schema-fields.tsx'
import { contents, JumpLink, Prose } from './prose.tsx'

/**
 * `/api-keys/reference`: what programs can do with a key, from the description that the desk serves. All of it is on the
 * page at once, so that the browser can search and print it.
 */
export function ReferenceScreen() {
  const t = useTranslate()
  const { data, error } = useQuery(descriptionQuery())
  if (error && !data) throw error
  return (
    <div className="flex w-full max-w-4xl flex-col gap-6 pb-8">
      <title>{`${t('apiKeys.reference')} · ${t('app.name')}`}</title>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-xl font-bold">{t('apiKeys.reference')}</h1>
        {data && (
          <div className="no-print flex flex-wrap gap-2">
            <Button onClick={() => saveFile('openapi.json', 'application/json', data.file)}>{t('apiKeys.save')}</Button>
            <Button onClick={() => print()}>{t('apiKeys.print')}</Button>
          </div>
        )}
      </div>
      <Link
        to={paths.apiKeys}
        className="no-print -my-3 inline-flex min-h-12 items-center self-start font-semibold underline"
      >
        {t('apiKeys.back')}
      </Link>
      {data ? <Reference {...data.shown} /> : <Skeleton className="h-96" />}
    </div>
  )
}

type OperationsByPath = Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>

interface ReferenceProps {
  readonly info: { readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: OperationsByPath
  readonly webhooks?: OperationsByPath | undefined
  readonly components: { readonly schemas: Parameters<typeof SchemaSection>[0]['schemas'] }
}

/** The description is in English in every language, and so are its headings: left to right, all of it. */
function Reference({ info, servers, paths: byPath, webhooks = {}, components }: ReferenceProps) {
  const operations = [...Object.entries(byPath), ...Object.entries(webhooks)].flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))]
  const ofTag = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag))
  const [about = '', ...chapters] = info.description.split('\n\n')
  useJump()
  return (
    <div dir="ltr" lang="en" className="flex flex-col gap-6">
      <Prose text={about} />
      <nav
        id={contents}
        tabIndex={-1}
        aria-labelledby={`${contents}-title`}
        className="no-print scroll-mt-[calc(var(--head,3.5rem)+1rem)] rounded border border-line bg-raised p-4 outline-none tablet:p-6"
      >
        <h2 id={`${contents}-title`} className="text-lg font-bold">
          Operations
        </h2>
        <div className="gap-x-6 tablet:columns-2 wide:columns-3">
          {tags.map((tag) => (
            <div key={tag} className="break-inside-avoid pt-3">
              <p className="text-sm font-semibold text-soft">{tag}</p>
              <ul className="flex flex-col gap-2">
                {ofTag(tag).map(({ operation }) => (
                  <li key={operation.operationId}>
                    <JumpLink to={operation.operationId} className="inline-flex min-h-12 items-center">
                      {operation.summary}
                    </JumpLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </nav>
      <div className="flex flex-col gap-3">
        <Prose text={chapters.join('\n\n')} />
        <p>To try the examples, set these first:</p>
        <Listing text={`DESK=${servers[0]?.url ?? location.origin}\nKEY=vd_…`} />
      </div>
      {tags.map((tag) => ofTag(tag).map((each) => <Operation key={each.operation.operationId} at={each} />))}
      <SchemaSection schemas={components.schemas} />
    </div>
  )
}

/** Shows the place that the address names and focuses it; on the way back to none, the list of operations. */
function useJump(): void {
  const { hash, key } = useLocation()
  const before = useRef('')
  useEffect(() => {
    const place = hash.slice(1) || before.current
    before.current = hash === '' ? '' : contents
    if (place === '') return
    const element = document.getElementById(place)
    element?.scrollIntoView()
    element?.focus({ preventScroll: true })
  }, [hash, key])
}
