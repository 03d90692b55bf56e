import { closedQuery } from '#features/orders/order-queries.ts'
import { OrderSkeleton } from '#features/orders/order-skeleton.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { OrderCard } from './order-card.tsx'

/** `/closed`: what is over, newest first, to be looked up by any of its numbers. */
export function ClosedScreen() {
  const say = useWords()
  const [search, setSearch] = useState('')
  const [before, setBefore] = useState<string>()
  const { data, error } = useQuery(closedQuery(useDeferredValue(search.trim()), before))
  if (!data) {
    if (error) throw error
    return <OrderSkeleton />
  }
  const oldest = data.data.at(-1)?.received_at
  return (
    <div className="flex flex-col gap-4 pb-6">
      <title>{`${say('closed.title')} · ${say('app.name')}`}</title>
      <h1 className="text-xl font-bold">{say('closed.title')}</h1>
      <TextField
        className="max-w-md"
        label={say('board.find')}
        type="search"
        dir="auto"
        value={search}
        onChange={(event) => {
          setBefore(undefined)
          setSearch(event.target.value)
        }}
      />
      {data.data.length === 0 && <p className="text-soft">{say('closed.none')}</p>}
      <ul className="grid gap-3 tablet:grid-cols-2 wide:grid-cols-3">
        {data.data.map((row) => (
          <li key={row.order_id}>
            <OrderCard row={row} isLinkOnly />
          </li>
        ))}
      </ul>
      <div className="flex gap-3">
        {before !== undefined && <Button onClick={() => setBefore(undefined)}>{say('closed.newest')}</Button>}
        {/* Or more: those of one millisecond are not parted. */}
        {data.data.length >= 50 && <Button onClick={() => setBefore(oldest)}>{say('closed.older')}</Button>}
      </div>
    </div>
  )
}
