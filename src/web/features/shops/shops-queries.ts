import { shops } from '#contract/desk/shops.ts'
import { callDesk } from '#web/api/http/call.ts'
import { sessionQuery } from '#web/api/session.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** The desk reads the others while somebody asks, so this is polled while the screen is shown, every this many ms. */
const refetchInterval = 3000

/** Every shop's line. Fails with `manager_required` for everybody else. */
export const shopsQuery = () =>
  queryOptions({
    queryKey: ['shops'],
    queryFn: ({ signal }) => callDesk(shops.list, { signal }),
    refetchInterval,
  })

/** Saves the key of another desk; null removes it. */
export function useShopKey(url: string, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (key: string | null) => callDesk(shops.saveKey, { body: { url, key } }),
    onSuccess: onDone,
    // Also finds out if the sign-in has ended meanwhile.
    onSettled: () => Promise.all([queries.invalidateQueries(shopsQuery()), queries.invalidateQueries(sessionQuery())]),
  })
}
