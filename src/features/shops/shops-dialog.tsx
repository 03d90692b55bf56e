import { answersUnderWay } from '#client/answers-under-way.ts'
import { tickets } from '#client/tickets.ts'
import { useTold } from '#client/told.ts'
import type { OtherDesk } from '#contract/desk/other-desks.ts'
import { fold } from '#contract/fold.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'
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
  const say = useWords()
  const [search, setSearch] = useState('')
  const answers = useTold(answersUnderWay)
  const wishes = useTold(tickets)
  const isUnderWay = answers > 0 || wishes.length > 0
  const found = desks.filter(({ name }) => fold(name).includes(fold(search)))
  return (
    <Dialog title={say('shops.title')} onClose={onClose}>
      <DialogBody>
        <div>
          <p>{say('shops.what')}</p>
          <p className="text-sm text-soft">{say('shops.first')}</p>
        </div>
        <div role="status" className="empty:hidden">
          {isUnderWay && <Message look="amber">{say('shops.wait')}</Message>}
        </div>
        {desks.length > atAGlance && (
          <TextField
            label={say('shops.find')}
            type="search"
            dir="auto"
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        {found.length === 0 && <p className="text-soft">{say('shops.none')}</p>}
        <ul className="flex flex-col gap-2">
          {found.map((desk) => (
            <li key={desk.url}>
              <ShopRow desk={desk} isClosed={isUnderWay} />
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{say('shops.stay')}</Button>
      </DialogActions>
    </Dialog>
  )
}
