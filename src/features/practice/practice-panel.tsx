import { Link, useNavigate } from '#client/navigation.tsx'
import { PracticeKind, PracticeLine } from '#contract/desk/practice.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Digits, ServiceText } from '#ui/text.tsx'
import { useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTurnDrill } from './drill-queries.ts'
import { practiceQuery, usePlaceOrder, useSetLine } from './practice-queries.ts'

/** The levers of the pretend store: a customer who orders, and a line that can be cut. */
export function PracticePanel() {
  const say = useWords()
  const navigate = useNavigate()
  const [kind, setKind] = useState<PracticeKind>('ordinary')
  const { data } = useQuery(practiceQuery())
  const placeOrder = usePlaceOrder((orderId) => navigate(paths.order(orderId)))
  const setLine = useSetLine()
  const turnDrill = useTurnDrill()
  const kinds = { ordinary: say('practice.ordinary'), digital: say('practice.digital'), large: say('practice.large') }
  const lines = { working: say('practice.working'), slow: say('practice.slow'), cut: say('practice.cut') }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={say('practice.kind')}
          value={kind}
          options={kinds}
          onChange={(value) => setKind(PracticeKind.parse(value))}
        />
        <Button look="primary" isBusy={placeOrder.isPending} onClick={() => placeOrder.mutate(kind)}>
          {say('practice.place')}
        </Button>
        <SelectField
          label={say('practice.line')}
          value={data?.line ?? 'working'}
          options={lines}
          onChange={(value) => setLine.mutate(PracticeLine.parse(value))}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button isBusy={turnDrill.isPending} onClick={() => turnDrill.mutate(true)}>
          {say('drill.start')}
        </Button>
        <p className="min-w-0 flex-1 basis-64 text-sm">{say('drill.how')}</p>
      </div>
      <h2 className="text-sm font-semibold">{say('practice.orders')}</h2>
      {data?.orders.length === 0 && <p className="text-sm">{say('practice.none')}</p>}
      <ul className="flex gap-2 overflow-x-auto pb-2">
        {data?.orders.map((order) => (
          <li key={order.id} className="shrink-0">
            <Link
              to={paths.order(order.id)}
              className="flex min-h-12 flex-col justify-center rounded border border-edge bg-raised px-3 text-strong"
            >
              <Digits className="font-bold">{order.print_order_number}</Digits>
              <ServiceText className="text-sm text-soft">{order.status}</ServiceText>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
