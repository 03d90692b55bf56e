import { apiKeys, describeApi } from '#contract/desk/api-keys.ts'
import { ask, callDesk } from '#web/api/http/call.ts'
import { useChange } from '#web/manage/change.tsx'
import * as z from 'zod/mini'
import { queryOptions } from '@tanstack/react-query'

/** No event announces that a key is used, so the list is polled while it is shown, every this many ms. */
const refetchInterval = 15_000

/** The keys. Fails with `manager_required` for everybody but managers. */
export const apiKeysQuery = () =>
  queryOptions({
    queryKey: ['api-keys'],
    queryFn: async ({ signal }) => (await callDesk(apiKeys.list, { signal })).data,
    refetchInterval,
  })

/** The description of the API by this desk; it changes with its version only. */
export const descriptionQuery = () =>
  queryOptions({
    queryKey: ['api-description'],
    queryFn: async ({ signal }) => {
      const { body } = await ask(describeApi, { signal })
      // The file is saved as it came, with what the screen does not show.
      return { shown: z.parse(describeApi.answer, body), file: `${JSON.stringify(body, null, 2)}\n` }
    },
    staleTime: Infinity,
  })

/** What a change to the keys makes out of date. */
export const affectedByKeys = [apiKeysQuery().queryKey]

/** A change to the keys, which are refetched afterwards. */
export const useKeyChange = <Input, Output>(
  change: (input: Input) => Promise<Output>,
  onDone: (output: Output) => void,
) => useChange(change, affectedByKeys, onDone)
