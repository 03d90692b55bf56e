import { answersUnderWay } from '#web/api/answers-under-way.ts'
import { tickets } from '#web/api/tickets.ts'
import { useStore } from '#web/api/store.ts'
import type { OtherDesk } from '#contract/desk/other-desks.ts'
import { normalizeForSearch } from '#domain/search-text.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/field.tsx'
import { Message } from '#web/components/message.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useState } from 'react'
import { ShopRow } from './shop-row.tsx'

interface ShopsDialogProps {
  readonly desks: readonly OtherDesk[]
  readonly onClose: () => void
}

/** More than these are looked for by name. */
const atAGlance = 8

/** The shops of the chain, each with the way to its desk; none while something of this one is under way. */
export function ShopsDialog({ desks, onClose }: ShopsDialogProps) {
  const t = useTranslate()
  const [search, setSearch] = useState('')
  const answers = useStore(answersUnderWay)
  const wishes = useStore(tickets)
  const isUnderWay = answers > 0 || wishes.length > 0
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
