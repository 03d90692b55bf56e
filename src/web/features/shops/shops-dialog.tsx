import type { OtherDesk } from '#contract/desk/other-desks.ts'
import { normalizeForSearch } from '#domain/search-text.ts'
import { paths } from '#contract/screen-paths.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/field.tsx'
import { Digits, Message, ServiceText } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { unlessUnderWay, useUnderWay } from './under-way.ts'

interface ShopRowProps {
  readonly desk: OtherDesk
  /** Leaving is blocked. */
  readonly isClosed: boolean
}

const row = 'flex min-h-14 flex-col items-start justify-center rounded border px-4 py-2'

/** One shop: a link to its desk, or a mark that this is it. */
function ShopRow({ desk: { name, url, is_here: isHere }, isClosed }: ShopRowProps) {
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

interface ShopsDialogProps {
  readonly desks: readonly OtherDesk[]
  readonly onClose: () => void
}

/** A longer list gets a search field. */
const atAGlance = 8

/** The shops of the chain with links to their desks. The links are disabled while an answer is under way. */
export function ShopsDialog({ desks, onClose }: ShopsDialogProps) {
  const t = useTranslate()
  const [search, setSearch] = useState('')
  const isUnderWay = useUnderWay()
  const { data: session } = useQuery(sessionQuery())
  const found = desks.filter(({ name }) => normalizeForSearch(name).includes(normalizeForSearch(search)))
  return (
    <Dialog title={t('shops.title')} onClose={onClose}>
      <DialogBody>
        <div>
          <p>{t('shops.what')}</p>
          <p className="text-sm text-soft">{t('shops.first')}</p>
        </div>
        <div role="status" className="empty:hidden">
          {isUnderWay && <Message look="amber">{t('shops.wait')}</Message>}
        </div>
        {session?.staff && (
          <Link
            to={paths.shops}
            className="button min-h-12 self-start border-edge bg-raised px-4 hover:bg-sunken"
            onClick={onClose}
          >
            {t('shops.all')}
          </Link>
        )}
        {desks.length > atAGlance && (
          <TextField
            label={t('shops.find')}
            type="search"
            dir="auto"
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        {found.length === 0 && <p className="text-soft">{t('shops.none')}</p>}
        <ul className="flex flex-col gap-2">
          {found.map((desk) => (
            <li key={desk.url}>
              <ShopRow desk={desk} isClosed={isUnderWay} />
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('shops.stay')}</Button>
      </DialogActions>
    </Dialog>
  )
}
