import { PracticeKind, PracticeLine } from '#contract/desk/practice.ts'
import { paths } from '#contract/screen-paths.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { PracticePaper } from './practice-paper.tsx'
import { practiceQuery, usePlaceOrder, useSetLine, useTurnDrill } from './drill.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'

interface PracticePanelProps {
  readonly mode: 'practice' | 'demo'
  /** Called once what was asked for is on the screen behind. */
  readonly onDone: () => void
}

/** The controls of the practice store: place an order, cut the network. */
export function PracticePanel({ mode, onDone }: PracticePanelProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const [kind, setKind] = useState<PracticeKind>('ordinary')
  const { data } = useQuery(practiceQuery())
  const placeOrder = usePlaceOrder((orderId) => void navigate(paths.order(orderId)))
  const setLine = useSetLine()
  const turnDrill = useTurnDrill()
  const kinds = { ordinary: t('practice.ordinary'), digital: t('practice.digital'), large: t('practice.large') }
  const lines = { working: t('practice.working'), slow: t('practice.slow'), cut: t('practice.cut') }
  return (
    <div className="practice flex flex-col gap-3">
      <p className="font-semibold">{t(mode === 'demo' ? 'demo.banner' : 'practice.banner')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={t('practice.kind')}
          value={kind}
          options={kinds}
          onChange={(value) => setKind(PracticeKind.parse(value))}
        />
        <Button look="primary" isBusy={placeOrder.isPending} onClick={() => placeOrder.mutate(kind)}>
          {t('practice.place')}
        </Button>
        <SelectField
          label={t('practice.line')}
          value={data?.line ?? 'working'}
          options={lines}
          onChange={(value) => setLine.mutate(PracticeLine.parse(value))}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button isBusy={turnDrill.isPending} onClick={() => turnDrill.mutate(true, { onSuccess: onDone })}>
          {t('drill.start')}
        </Button>
        <p className="min-w-0 flex-1 basis-64 text-sm">{t('drill.how')}</p>
      </div>
      {/* Around the frame that this page may be in; and loaded anew, because it has no feed of its own. */}
      <Link
        to={paths.training}
        reloadDocument
        target="_top"
        className="button min-h-12 self-start border-edge bg-raised px-4"
      >
        {t('practice.training')}
      </Link>
      <h2 className="text-sm font-semibold">{t('practice.orders')}</h2>
      {data?.orders.length === 0 && <p className="text-sm">{t('practice.none')}</p>}
      <ul className="flex flex-wrap gap-2">
        {data?.orders.map((order) => (
          <li key={order.id}>
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
      <PracticePaper />
    </div>
  )
}
