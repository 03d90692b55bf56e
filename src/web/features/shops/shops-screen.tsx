import type { ShopLine } from '#contract/desk/shops.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Message, Skeleton } from '#web/components/text.tsx'
import { SignInFirst } from '#web/format/sign-in-first.tsx'
import { formatSent } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { isForManagers, ManagedScreen } from '#web/manage/managed-screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { KeyDialog } from './key-dialog.tsx'
import { byNeed, isCurrent, needsKey } from './shop-needs.ts'
import { ShopRow } from './shop-row.tsx'
import { shopsQuery } from './shops-queries.ts'
import { useUnderWay } from './under-way.ts'

/** `/shops`: a manager sees the shops of the chain at a glance. */
export function ShopsScreen() {
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  const isSignedIn = Boolean(session?.staff)
  const { data, error } = useQuery({ ...shopsQuery(), enabled: isSignedIn })
  const isRefused = isForManagers(error)
  if (isSignedIn && error && !isRefused && !data) throw error
  const lines = isSignedIn && !isRefused && data ? byNeed(data.data, serverNow()) : undefined
  return (
    <ManagedScreen title={t('shops.all')} isWide beside={lines && <Sum lines={lines} />}>
      {!isSignedIn && <SignInFirst why={t('shops.signInFirst')} />}
      {isSignedIn && isRefused && <p className="text-soft">{t('shops.managerOnly')}</p>}
      {lines && <Shops lines={lines} />}
      {isSignedIn && !isRefused && !lines && <Skeleton className="h-40" />}
    </ManagedScreen>
  )
}

function Shops({ lines }: { readonly lines: readonly ShopLine[] }) {
  const t = useTranslate()
  const [edited, setEdited] = useState<ShopLine>()
  const [isEditing, setEditing] = useState(false)
  const isUnderWay = useUnderWay()
  return (
    <>
      <div role="status" className="empty:hidden">
        {isUnderWay && <Message look="amber">{t('shops.wait')}</Message>}
      </div>
      <ul className="flex flex-col gap-2 wide:gap-1">
        {lines.map((line) => (
          <ShopRow
            key={line.url}
            line={line}
            isClosed={isUnderWay}
            hasKeyColumn={isEditing}
            onKey={isEditing || needsKey(line) ? () => setEdited(line) : undefined}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 text-sm text-soft">
          {t(lines.length > 1 ? 'shops.leave' : 'shops.alone')}
        </p>
        {lines.some((line) => line.has_key) && (
          <Button onClick={() => setEditing(!isEditing)}>{t(isEditing ? 'people.done' : 'shops.changeKeys')}</Button>
        )}
      </div>
      {edited && <KeyDialog line={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

const waitingIn = (lines: readonly ShopLine[]): number =>
  lines.reduce((sum, { summary }) => sum + (summary?.waiting ?? 0), 0)

/** The orders that wait; apart from them those that waited at shops whose lines are not current. */
function Sum({ lines }: { readonly lines: readonly ShopLine[] }) {
  const t = useTranslate()
  const now = serverNow()
  const current = lines.filter((line) => isCurrent(line, now))
  const old = lines.filter((line) => !current.includes(line) && waitingIn([line]) > 0)
  return (
    <p role="status" className="font-semibold">
      {t('shops.waitingAll', { count: waitingIn(current) })}
      {old.length > 0 && ' · '}
      <WaitedAt lines={old} />
      <span className="font-normal text-soft">
        {' · '}
        {current.length === lines.length
          ? t('shops.count', { count: lines.length })
          : t('shops.answering', { count: current.length, all: lines.length })}
      </span>
    </p>
  )
}

function WaitedAt({ lines }: { readonly lines: readonly ShopLine[] }) {
  const t = useTranslate()
  const language = useLanguage()
  const [line] = lines
  if (!line) return null
  const count = waitingIn(lines)
  if (lines.length > 1) return t('shops.waitedAtMany', { count, shops: lines.length })
  const time = formatSent(line.since ?? '', language, t, { isShort: true })
  return t('shops.waitedAt', { count, name: line.name ?? t('shops.thisShop'), time })
}
