import { readOtherDesks } from '#contract/desk/other-desks.ts'
import { callDesk } from '#web/api/http/call.ts'
import { queryOptions } from '@tanstack/react-query'

/** The list changes only with a restart of the desk. */
const staleTime = 10 * 60_000

export const otherDesksQuery = () =>
  queryOptions({
    queryKey: ['other-desks'],
    queryFn: async ({ signal }) => (await callDesk(readOtherDesks, { signal })).data,
    staleTime,
    refetchOnWindowFocus: true,
  })
