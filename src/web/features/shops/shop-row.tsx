import { answersUnderWay } from '#web/api/answers-under-way.ts'
import { tickets } from '#web/api/tickets.ts'
import type { OtherDesk } from '#contract/desk/other-desks.ts'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { MouseEvent } from 'react'

interface ShopRowProps {
  readonly desk: OtherDesk
  /** Whether nobody may leave just now. */
  readonly isClosed: boolean
}

const row = 'flex min-h-14 flex-col items-start justify-center rounded border px-4 py-2'

/** One shop: the way to its desk, or the word that this is it. */
export function ShopRow({ desk: { name, url, is_here: isHere }, isClosed }: ShopRowProps) {
  const t = useTranslate()
  const title = <ServiceText className="font-semibold wrap-anywhere">{name}</ServiceText>
  if (isHere) {
    return (
      <p aria-current="true" className={`${row} border-accent bg-accent-tint`}>
        {title}
        <span className="text-sm text-accent">{t('shops.here')}</span>
      </p>
    )
  }
  const where = <Digits className="text-sm wrap-anywhere text-soft">{new URL(url).host}</Digits>
  if (isClosed) {
    return (
      <p className={`${row} border-line bg-sunken text-faint`}>
        {title}
        {where}
      </p>
    )
  }
  return (
    <a href={url} className={`${row} border-edge bg-raised hover:bg-sunken active:bg-sunken`} onClick={unlessUnderWay}>
      {title}
      {where}
    </a>
  )
}

/** Between what is drawn and a finger an answer may have set out. */
function unlessUnderWay(event: MouseEvent): void {
  if (answersUnderWay.read() > 0 || tickets.read().length > 0) event.preventDefault()
}
