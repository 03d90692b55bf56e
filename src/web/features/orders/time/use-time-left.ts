import { serverNow, useServerNow } from '#web/api/http/server-clock.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useQuery } from '@tanstack/react-query'
import { respondBy, timeLeft, type TimeLeft } from './deadline.ts'
import type { OrderView } from '#web/api/order.ts'

type Asked = Pick<OrderView, 'order'> & { readonly row: Pick<NonNullable<OrderView['row']>, 'respond_by'> | undefined }

function useRespondBy({ order, row }: Asked) {
  const { data: session } = useQuery(sessionQuery())
  const windowSeconds = session?.response_window_seconds
  const until = windowSeconds === undefined ? undefined : respondBy(row?.respond_by, order, windowSeconds)
  return until === undefined || windowSeconds === undefined ? undefined : { until, windowSeconds }
}

/** How long an order can still wait, told again each second. */
export function useTimeLeft(asked: Asked): TimeLeft | undefined {
  const deadline = useRespondBy(asked)
  const now = useServerNow()
  return deadline && timeLeft(deadline.until, deadline.windowSeconds, now)
}

/** The same, asked when it is wanted and not while drawing. */
export function useAskTimeLeft(asked: Asked): () => TimeLeft | undefined {
  const deadline = useRespondBy(asked)
  return () => deadline && timeLeft(deadline.until, deadline.windowSeconds, serverNow())
}
