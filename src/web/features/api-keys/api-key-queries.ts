import { apiKeys, describeApi } from '#contract/desk/api-keys.ts'
import { ask, callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { sessionQuery } from '#web/api/session.ts'
import type { Translate } from '#web/i18n/translations.tsx'
import * as z from 'zod/mini'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

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

/** A change to the keys, which are refetched afterwards. */
export function useKeyChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  onDone: (output: Output) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: onDone,
    // Also finds out if the sign-in has ended meanwhile.
    onSettled: () =>
      Promise.all([queries.invalidateQueries(apiKeysQuery()), queries.invalidateQueries(sessionQuery())]),
  })
}

const shownByFields = ['bad_name', 'name_taken', 'bad_scopes'] as const
type FieldCode = (typeof shownByFields)[number]

/** The code of a failure that a field of the form explains. */
export const fieldCodeOf = (error: Error | null): FieldCode | undefined =>
  error instanceof Failure ? shownByFields.find((code) => code === error.code) : undefined

/** Why a change failed, and what to do. */
export function failureWords(error: Error, t: Translate): string {
  switch (error instanceof Failure ? error.code : undefined) {
    case 'no_contact':
      return t('people.noContact')
    case 'manager_required':
      return t('apiKeys.managerOnly')
    case 'not_found':
      return t('apiKeys.gone')
    default:
      return t('people.failed', { message: error.message })
  }
}
