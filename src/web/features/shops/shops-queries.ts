import { shops } from '#contract/desk/shops.ts'
import { callDesk } from '#web/api/http/call.ts'
import { useChange } from '#web/manage/change.tsx'
import { queryOptions } from '@tanstack/react-query'

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
export const useShopKey = (url: string, onDone: () => void) =>
  useChange((key: string | null) => callDesk(shops.saveKey, { body: { url, key } }), [shopsQuery().queryKey], onDone)
