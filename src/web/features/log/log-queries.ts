import { callDesk } from '#web/api/http/call.ts'
import { readLog } from '#contract/desk/log.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** The filters in the log's address. */
export interface LogQuery {
  readonly order?: string
  /** The last day, as `2026-11-20`; without it, the newest entries. */
  readonly day?: string
  /** The name of the person. */
  readonly by?: string
}

export function readLogQuery(search: string): LogQuery {
  const given = new URLSearchParams(search)
  const [order, day, by] = ['order', 'day', 'by'].map((name) => given.get(name) || undefined)
  return {
    ...(order !== undefined && { order }),
    ...(day !== undefined && isDay(day) && { day }),
    ...(by !== undefined && { by }),
  }
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** The filters as the endpoint takes them: a day ends by this tablet's calendar. */
export function logParameters({ order, day, by }: LogQuery) {
  return {
    ...(order !== undefined && { order_id: order }),
    ...(day !== undefined && { until: endOf(day).toISOString() }),
    ...(by !== undefined && { by }),
  }
}

/** A day may have other than 24 hours, and may not begin at midnight. */
function endOf(day: string): Date {
  const end = new Date(`${day}T12:00`)
  end.setDate(end.getDate() + 1)
  end.setHours(0, 0, 0, 0)
  return end
}

/** A page of the log. It grows, so it is refetched each time it is shown. */
export const logQuery = (filters: LogQuery, before: string | undefined) =>
  queryOptions({
    queryKey: ['log', filters, before],
    queryFn: ({ signal }) => {
      const query = { ...logParameters(filters), ...(before !== undefined && { before }) }
      return callDesk(readLog, { query, signal })
    },
    placeholderData: keepPreviousData,
  })
