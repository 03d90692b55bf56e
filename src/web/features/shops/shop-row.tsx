import type { ShopLine } from '#contract/desk/shops.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { Button } from '#web/components/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { formatSent } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useId } from 'react'
import { isCurrent, needOf, remedies, type ShopNeed } from './shop-needs.ts'
import { OldShopState, ShopState } from './shop-state.tsx'
import { unlessUnderWay } from './under-way.ts'

interface ShopRowProps {
  readonly line: ShopLine
  /** Leaving is blocked. */
  readonly isClosed: boolean
  /** All rows have a button for the key. */
  readonly hasKeyColumn: boolean
  /** Undefined if this row has no such button. */
  readonly onKey: (() => void) | undefined
}

/** The edge of a row, which shows from afar where somebody is needed. The words beside it say why. */
const edges: Readonly<Record<ShopNeed, string>> = {
  waiting: 'border-s-red',
  silent: 'border-s-amber',
  sound: 'border-s-amber',
  printer: 'border-s-amber',
  alarm: 'border-s-amber',
  arrived: 'border-s-accent',
  nothing: 'border-s-good',
  key: 'border-s-edge',
}

const columns = 'wide:grid-cols-[minmax(0,1.3fr)_9rem_9rem_minmax(0,1.3fr)_minmax(10.5rem,1fr)]'
const columnsWithKey = 'wide:grid-cols-[minmax(0,1.3fr)_7.5rem_7.5rem_minmax(0,1.3fr)_minmax(9rem,1fr)_9rem]'

/** One shop in a line; a card on a narrow screen. */
export function ShopRow({ line, isClosed, hasKeyColumn, onKey }: ShopRowProps) {
  const t = useTranslate()
  const title = useId()
  const { name, problem, summary, is_here: isHere, has_key: hasKey } = line
  const now = serverNow()
  const isOld = !isCurrent(line, now)
  const need = needOf(line, now)
  const remedy = problem && <p className="text-soft">{t(`shops.do.${remedies[problem]}`)}</p>
  const button = !isHere && onKey && (
    <Button
      className="justify-self-end whitespace-nowrap wide:order-last slim:order-last slim:col-span-full"
      aria-label={t(hasKey ? 'shops.changeKeyName' : 'shops.addKeyName', { name: name ?? '' })}
      onClick={onKey}
    >
      {t(hasKey ? 'shops.changeKey' : 'shops.addKey')}
    </Button>
  )
  // What was last known fills the columns, so that a button which only this row has stands beside its reason.
  const isBesideReason = isOld && summary !== null && !hasKeyColumn
  return (
    <li
      aria-labelledby={title}
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded border border-s-8 border-line bg-raised px-3 py-0.5 max-wide:py-1.5 wide:min-h-14 ${hasKeyColumn ? columnsWithKey : columns} ${edges[need]}`}
    >
      <div className={`min-w-0 ${button && !isBesideReason ? 'slim:col-span-full' : 'max-wide:col-span-full'}`}>
        <h2 id={title} className="font-bold">
          <ShopName line={line} isClosed={isClosed} />
        </h2>
        <Contact line={line} isOld={isOld} isUrgent={need === 'waiting'} />
      </div>
      {!isBesideReason && button}
      {summary && !isOld && <ShopState summary={summary} />}
      {summary && isOld && (
        <OldShopState summary={summary} since={line.since ?? summary.server_time}>
          {remedy}
          {isBesideReason && button}
        </OldShopState>
      )}
      {!summary && (
        <div className={`col-span-full empty:hidden ${hasKeyColumn ? 'wide:col-span-4' : 'wide:col-span-3'}`}>
          {remedy}
        </div>
      )}
    </li>
  )
}

/** The name as a link to the desk. This shop's is none, and neither is any while something is under way. */
function ShopName({ line: { name, url, is_here: isHere }, isClosed }: Pick<ShopRowProps, 'line' | 'isClosed'>) {
  const t = useTranslate()
  const shown = name === null ? t('shops.thisShop') : <ServiceText>{name}</ServiceText>
  if (isHere || isClosed) return <span className="wrap-anywhere">{shown}</span>
  return (
    <a
      href={url}
      className="relative -my-3 flex min-h-12 items-center py-3 text-accent underline underline-offset-4"
      onClick={unlessUnderWay}
    >
      <span className="wrap-anywhere">{shown}</span>
    </a>
  )
}

interface ContactProps {
  readonly line: ShopLine
  readonly isOld: boolean
  /** Orders waited when the shop last answered. */
  readonly isUrgent: boolean
}

/** Whether the line is how the shop is now; else what is wrong, and since when. */
function Contact({ line: { problem, since, summary, is_here: isHere }, isOld, isUrgent }: ContactProps) {
  const t = useTranslate()
  const language = useLanguage()
  if (isHere) return <p className="text-sm text-accent">{t('shops.here')}</p>
  if (problem === null && (!summary || isOld)) return <p className="text-sm text-soft">{t('shops.asking')}</p>
  if (problem === null) return null
  const words = t(`shops.problem.${problem}`)
  if (problem === 'no_key') return <p className="text-sm leading-tight text-soft">{words}</p>
  return (
    <p className={`flex items-center gap-1 text-sm leading-tight ${isUrgent ? 'text-red' : 'text-amber'}`}>
      <Icon name="warning" className="size-4 shrink-0" />
      {since === null
        ? words
        : t('shops.since', { problem: words, time: formatSent(since, language, t, { isShort: true }) })}
    </p>
  )
}
