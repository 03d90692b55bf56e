import { callDesk } from '#web/api/http/call.ts'
import { readOtherDesks } from '#contract/desk/other-desks.ts'
import { queryOptions } from '@tanstack/react-query'

/** They change when somebody starts the desk anew, with other settings. */
const staleTime = 10 * 60_000

export const otherDesksQuery = () =>
  queryOptions({
    queryKey: ['other-desks'],
    queryFn: async ({ signal }) => (await callDesk(readOtherDesks, { signal })).data,
    staleTime,
    refetchOnWindowFocus: true,
  })
