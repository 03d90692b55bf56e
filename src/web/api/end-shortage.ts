import { shortages as endpoints } from '#contract/desk/shortages.ts'
import { putMeta, shownBoard } from '#web/api/board.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { requestSignIn } from '#web/api/session.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

/** Says that a product is back. Where a sign-in is missing, it asks for one in place and goes on. */
export function useEndShortage(shortageId: string) {
  const queries = useQueryClient()
  return useMutation({
    async mutationFn() {
      const send = () => callDesk(endpoints.end, { params: { shortageId } }).catch(unlessEnded)
      try {
        await send()
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'sign_in_required' || !(await requestSignIn())) throw error
        await send()
      }
    },
    // The feed says so too, but may be lost.
    onSuccess() {
      const shown = shownBoard(queries)?.meta.shortages
      if (shown) putMeta(queries, { shortages: shown.filter(({ id }) => id !== shortageId) })
    },
  })
}

/** Somebody else has said so. */
function unlessEnded(error: unknown): undefined {
  if (!(error instanceof Failure) || error.code !== 'not_found') throw error
}
