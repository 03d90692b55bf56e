import { isOrderId } from '#contract/vendor/order-id.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { useWords } from '#words/words.tsx'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'

/** `/`: opens an order by its id. */
export function OrdersScreen() {
  const say = useWords()
  return (
    <div className="flex flex-col gap-6">
      <title>{`${say('orders.title')} · ${say('app.name')}`}</title>
      <h1 className="text-xl font-bold">{say('orders.title')}</h1>
      <OpenOrder />
    </div>
  )
}

function OpenOrder() {
  const say = useWords()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [isBad, setBad] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    const orderId = text.trim()
    setBad(!isOrderId(orderId))
    if (isOrderId(orderId)) void navigate(paths.order(orderId))
  }

  return (
    <form onSubmit={submit} className="flex max-w-xl flex-col gap-3 rounded border border-line bg-raised p-6">
      <h2 className="text-lg font-bold">{say('orders.open')}</h2>
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          className="min-w-0 flex-1 basis-60"
          label={say('orders.id')}
          hint={say('orders.openHint')}
          error={isBad ? say('orders.badId') : undefined}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" look="primary" className="mt-6">
          {say('orders.openButton')}
        </Button>
      </div>
    </form>
  )
}
