import { callDesk } from '#web/api/http/call.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { getSession } from '#contract/desk/session.ts'
import { readShift } from '#contract/desk/shift.ts'
import { webhook } from '#contract/desk/webhook.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ShiftCheck } from './saved-check.ts'
import { spanOf, type SpanName } from './spans.ts'

const refetchInterval = 60_000

export const shiftQuery = (name: SpanName, check: ShiftCheck | undefined) =>
  queryOptions({
    queryKey: ['shift', name, check?.at],
    queryFn: async ({ signal }) => {
      const { from, to, barsFrom } = spanOf(name, check, serverNow())
      const query = { from: iso(from), to: iso(to), ...(barsFrom !== undefined && { bars_from: iso(barsFrom) }) }
      return (await callDesk(readShift, { query, signal })).data
    },
    refetchInterval,
    placeholderData: keepPreviousData,
  })

const iso = (at: number): string => new Date(at).toISOString()

const lookAgainMs = 10_000

/** How long the desk's server takes to answer this tablet, and how far their clocks differ, in ms. */
export const roundTripQuery = () =>
  queryOptions({
    queryKey: ['round-trip'],
    queryFn: async ({ signal }) => {
      const start = performance.now()
      const { server_time: serverTime } = await callDesk(getSession, { signal })
      const tookMs = performance.now() - start
      return { tookMs, aheadMs: Date.now() - tookMs / 2 - Date.parse(serverTime) }
    },
    retry: false,
    refetchInterval: lookAgainMs,
  })

export const webhookStateQuery = () =>
  queryOptions({
    queryKey: ['shift', 'webhook'],
    queryFn: async ({ signal }) => (await callDesk(webhook.read, { signal })).data,
    retry: false,
    refetchInterval: lookAgainMs,
  })
