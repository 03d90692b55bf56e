import { rules, type AutoAccept } from '#contract/desk/rules.ts'
import { callDesk } from '#web/api/http/call.ts'
import { boardQuery } from '#web/api/board.ts'
import { sessionQuery } from '#web/api/session.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** The rule. Fails with `manager_required` for everybody else. */
export const ruleQuery = () =>
  queryOptions({
    queryKey: ['rules'],
    queryFn: async ({ signal }) => (await callDesk(rules.read, { signal })).auto_accept,
  })

export function useSaveRule(onSaved: (fields: Partial<AutoAccept>) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (rule: Partial<AutoAccept>) =>
      (await callDesk(rules.save, { body: { auto_accept: rule } })).auto_accept,
    onSuccess(saved, fields) {
      queries.setQueryData(ruleQuery().queryKey, saved)
      onSaved(fields)
    },
    // Also finds out if the sign-in has ended meanwhile.
    onSettled: () => Promise.all([queries.invalidateQueries(boardQuery()), queries.invalidateQueries(sessionQuery())]),
  })
}

const rehearse = async (rule: Partial<AutoAccept>) =>
  (await callDesk(rules.rehearse, { body: { auto_accept: rule } })).data

export type RehearsedOrder = Awaited<ReturnType<typeof rehearse>>[number]

/** Runs a rule over the orders of the last 30 days. */
export const useRehearsal = () => useMutation({ mutationFn: rehearse })
