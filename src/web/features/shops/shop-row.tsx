import type { ShopLine } from '#contract/desk/shops.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { Icon } from '#web/components/icon.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { formatSent } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useId } from 'react'
import { isCurrent, needOf, remedies, type ShopNeed } from './shop-needs.ts'
import { ShopState } from './shop-state.tsx'
import { unlessUnderWay } from './under-way.ts'

interface ShopRowProps {
  readonly line: ShopLine
  /** Leaving is blocked. */
  readonly isClosed: boolean
  readonly onKey: () => void
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

const keyRemedies: readonly string[] = ['addKey', 'newKey']
const keyButton = 'border-edge bg-raised hover:bg-sunken active:bg-sunken'
/** A key that works is seldom changed, so it must not draw the eye. */
const quietKeyButton =
  'border-transparent font-normal text-soft underline decoration-line underline-offset-4 hover:bg-sunken active:bg-sunken'

const columns = 'wide:grid-cols-[minmax(0,1.3fr)_9rem_7.5rem_minmax(0,1.4fr)_minmax(9rem,1fr)_7rem]'

/** One shop in a line; a card on a narrow screen. */
export function ShopRow({ line, isClosed, onKey }: ShopRowProps) {
  const t = useTranslate()
  const title = useId()
  const { name, problem, summary, is_here: isHere, has_key: hasKey } = line
  const now = serverNow()
  const isOld = !isCurrent(line, now)
  const need = needOf(line, now)
  const mustChangeKey = problem !== null && keyRemedies.includes(remedies[problem])
  return (
    <li
      aria-labelledby={title}
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded border border-s-8 border-line bg-raised px-3 py-0.5 max-wide:py-1.5 wide:min-h-14 ${columns} ${edges[need]}`}
    >
      <div className={`min-w-0 ${isHere ? 'max-wide:col-span-full' : ''}`}>
        <h2 id={title} className="font-bold">
          <ShopName line={line} isClosed={isClosed} />
        </h2>
        <Contact line={line} isOld={isOld} isUrgent={need === 'waiting'} />
      </div>
      {!isHere && (
        <button
          type="button"
          className={`button min-h-12 justify-self-end px-4 whitespace-nowrap wide:order-last wide:w-full wide:px-1 ${mustChangeKey ? keyButton : quietKeyButton}`}
          aria-label={t(hasKey ? 'shops.changeKeyName' : 'shops.addKeyName', { name: name ?? '' })}
          onClick={onKey}
        >
          {t(hasKey ? 'shops.changeKey' : 'shops.addKey')}
        </button>
      )}
      {summary && <ShopState summary={summary} isOld={isOld} />}
      {!summary && problem && (
        <p className="col-span-full text-soft wide:col-span-4">{t(`shops.do.${remedies[problem]}`)}</p>
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
      className="relative -my-3 flex min-h-12 items-center underline decoration-line underline-offset-4"
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
