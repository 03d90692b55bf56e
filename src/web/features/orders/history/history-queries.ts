import { closedAtOnce, inbox } from '#contract/desk/inbox.ts'
import { type OrderOutcome, orderOutcomes } from '#contract/desk/order-outcome.ts'
import { callDesk } from '#web/api/http/call.ts'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'

/** The filters of the history, as in its address. */
export interface HistoryFilters {
  readonly q: string
  readonly outcome: OrderOutcome | undefined
  /** A day of this tablet's calendar: `2026-11-20`. */
  readonly day: string | undefined
}

/** Reads the filters from an address; invalid ones are ignored. */
export function readFilters(search: string): HistoryFilters {
  const given = new URLSearchParams(search)
  const day = given.get('day') ?? ''
  return {
    q: given.get('q')?.trim() ?? '',
    outcome: orderOutcomes.find((outcome) => outcome === given.get('outcome')),
    day: spanOfDay(day) && day,
  }
}

/** The first moment of a day in this tablet's time zone, and that of the next day; nothing for no day. */
function spanOfDay(day: string): { readonly from: number; readonly before: number } | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined) return undefined
  // A day does not always have 24 hours.
  const [from, before] = [new Date(year, month - 1, date), new Date(year, month - 1, date + 1)]
  return from.getDate() === date ? { from: from.getTime(), before: before.getTime() } : undefined
}

/** The day of a moment in this tablet's calendar, as in an address. `at` in ms since 1970. */
export function dayOf(at: number): string {
  const date = new Date(at)
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}

const iso = (at: number): string => new Date(at).toISOString()

/** Closed orders, newest first, page by page. */
export const historyQuery = ({ q, outcome, day }: HistoryFilters) =>
  infiniteQueryOptions({
    queryKey: ['closed', q, outcome, day],
    queryFn: async ({ signal, pageParam }) => {
      const span = spanOfDay(day ?? '')
      const before = pageParam ?? (span && iso(span.before))
      const query = {
        view: 'closed',
        ...(q !== '' && { q }),
        ...(outcome !== undefined && { outcome }),
        ...(span && { from: iso(span.from) }),
        ...(before !== undefined && { before }),
      }
      return (await callDesk(inbox.list, { query, signal })).data
    },
    initialPageParam: undefined as string | undefined,
    // A page may be longer, because orders of the same millisecond are not split.
    getNextPageParam: (page) => (page.length >= closedAtOnce ? page.at(-1)?.received_at : undefined),
    placeholderData: keepPreviousData,
  })
