import type { ShopLine } from '#contract/desk/shops.ts'
import { Failure } from '#web/api/http/failure.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Message, Skeleton } from '#web/components/text.tsx'
import { SignInFirst } from '#web/format/sign-in-first.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { KeyDialog } from './key-dialog.tsx'
import { byNeed, isCurrent } from './shop-needs.ts'
import { ShopRow } from './shop-row.tsx'
import { shopsQuery } from './shops-queries.ts'
import { useUnderWay } from './under-way.ts'

/** `/shops`: a manager sees the shops of the chain at a glance. */
export function ShopsScreen() {
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  const isSignedIn = Boolean(session?.staff)
  const { data, error } = useQuery({ ...shopsQuery(), enabled: isSignedIn })
  const isRefused = error instanceof Failure && error.code === 'manager_required'
  if (error && !isRefused && !data) throw error
  const lines = isSignedIn && !isRefused && data ? byNeed(data.data, serverNow()) : undefined
  return (
    <div className="flex w-full flex-col gap-3 pb-6">
      <title>{`${t('shops.all')} · ${t('app.name')}`}</title>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1 className="text-xl font-bold">{t('shops.all')}</h1>
        {lines && <Sum lines={lines} />}
      </div>
      {!isSignedIn && <SignInFirst why={t('shops.signInFirst')} />}
      {isRefused && <p className="text-soft">{t('shops.managerOnly')}</p>}
      {lines && <Shops lines={lines} />}
      {isSignedIn && !isRefused && !lines && <Skeleton className="h-40" />}
    </div>
  )
}

function Shops({ lines }: { readonly lines: readonly ShopLine[] }) {
  const t = useTranslate()
  const [edited, setEdited] = useState<ShopLine>()
  const isUnderWay = useUnderWay()
  return (
    <>
      <div role="status" className="empty:hidden">
        {isUnderWay && <Message look="amber">{t('shops.wait')}</Message>}
      </div>
      <ul className="flex flex-col gap-2 wide:gap-1">
        {lines.map((line) => (
          <ShopRow key={line.url} line={line} isClosed={isUnderWay} onKey={() => setEdited(line)} />
        ))}
      </ul>
      <p className="text-sm text-soft">{t(lines.length > 1 ? 'shops.leave' : 'shops.alone')}</p>
      {edited && <KeyDialog line={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

/** What can be added: the orders that wait, of the shops whose lines are current. */
function Sum({ lines }: { readonly lines: readonly ShopLine[] }) {
  const t = useTranslate()
  const now = serverNow()
  const current = lines.filter((line) => isCurrent(line, now))
  const count = current.reduce((sum, { summary }) => sum + (summary?.waiting ?? 0), 0)
  return (
    <p role="status" className="font-semibold">
      {t('shops.waitingAll', { count })}
      <span className="font-normal text-soft">
        {' · '}
        {current.length === lines.length
          ? t('shops.count', { count: lines.length })
          : t('shops.answering', { count: current.length, all: lines.length })}
      </span>
    </p>
  )
}
