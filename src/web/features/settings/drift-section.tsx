import type { Drift } from '#contract/desk/deadline.ts'
import { Failure } from '#web/api/http/failure.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { Button } from '#web/components/button.tsx'
import { Code, Digits, Message, Skeleton } from '#web/components/text.tsx'
import { saveFile } from '#web/format/save-file.ts'
import { formatMoment } from '#web/i18n/format.ts'
import { type Translate, useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { driftQuery } from './settings-queries.ts'
import { SettingsSection } from './settings-section.tsx'
import { useQuery } from '@tanstack/react-query'

/** For a manager: what the service sends differently from its specification, as a list and as a file. */
export function DriftSection() {
  const t = useTranslate()
  const { data: drifts, error } = useQuery(driftQuery())
  if (error instanceof Failure && error.code === 'manager_required') return null
  return (
    <SettingsSection title={t('settings.drift')}>
      <p>{t('settings.drift.what')}</p>
      {!drifts && !error && <Skeleton className="h-20" />}
      {!drifts && error && <Message look="red">{t('people.failed', { message: error.message })}</Message>}
      {drifts?.length === 0 && <p className="font-semibold text-good">{t('settings.drift.none')}</p>}
      {drifts && drifts.length > 0 && (
        <>
          <ul className="flex flex-col divide-y divide-line">
            {drifts.map((drift) => (
              <DriftRow key={`${drift.path} ${drift.expected} ${drift.found}`} drift={drift} />
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-3">
            <Button onClick={() => save(drifts)}>{t('settings.drift.save')}</Button>
            <p className="text-sm text-faint">{t('settings.drift.saveHint')}</p>
          </div>
        </>
      )}
    </SettingsSection>
  )
}

function save(drifts: readonly Drift[]): void {
  const day = new Date(serverNow()).toISOString().slice(0, 10)
  saveFile(`vendor-desk-differences-${day}.json`, 'application/json', JSON.stringify({ data: drifts }, undefined, 2))
}

function DriftRow({ drift }: { readonly drift: Drift }) {
  const t = useTranslate()
  const language = useLanguage()
  const { path, count, first_at: first, last_at: last, example } = drift
  return (
    <li className="flex flex-col gap-1 py-3">
      <Code>{path}</Code>
      <p className="font-semibold">{differenceWords(drift, t)}</p>
      <p className="text-sm text-soft">
        {t('settings.drift.seen', { count, first: formatMoment(first, language), last: formatMoment(last, language) })}
      </p>
      {example !== '' && (
        <p className="text-sm break-words text-soft">
          {t('settings.drift.example')} <Digits>{example}</Digits>
        </p>
      )}
    </li>
  )
}

function differenceWords({ expected, found }: Drift, t: Translate): string {
  if (expected === 'nothing') return t('settings.drift.new', { found })
  if (found === 'missing') return t('settings.drift.missing', { expected })
  return t('settings.drift.other', { found, expected })
}
