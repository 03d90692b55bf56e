import { boardQuery } from '#web/api/board.ts'
import { callDesk } from '#web/api/http/call.ts'
import { contact, noteContact } from '#web/api/http/connection-status.ts'
import { watchBoard } from '#web/api/watch-board.ts'
import { readVendorState } from '#contract/desk/vendor-state.ts'
import type { QueryClient } from '@tanstack/react-query'
import { boardFailure } from './board-failure.ts'

/** The desk asks the vendor all the time: whether it has an answer again is looked at this often. */
const lookEveryMs = 5_000
const codes = { vendor: 'vendor_busy', token: 'vendor_auth_failed' } as const

/**
 * Most calls of this tablet are answered by the desk itself, and tell nothing of the vendor: neither that its trouble
 * begins nor that it is over. What the desk met when it read the orders of the board tells both.
 * @returns what ends it.
 */
export function followFailure(queries: QueryClient): () => void {
  const { queryKey } = boardQuery()
  let isToldByBoard = false
  let timer: ReturnType<typeof setInterval> | undefined
  async function look(): Promise<void> {
    const { line, token } = (await callDesk(readVendorState)).data
    // Of what the board tells it also tells the end.
    if (!isToldByBoard && line === 'answers' && token !== 'refused') noteContact(undefined, true)
  }
  const unwatchContact = contact.watch(() => {
    clearInterval(timer)
    const { state } = contact.read()
    if (state === 'vendor' || state === 'token')
      timer = setInterval(() => void look().catch(() => undefined), lookEveryMs)
  })
  const unwatchBoard = watchBoard(queries, () => {
    // Without contact the board is old; what it tells then is looked at again once there is contact.
    if (contact.read().state === 'lost') return
    const trouble = boardFailure(queries.getQueryData(queryKey)?.data ?? [])
    if (trouble) {
      isToldByBoard = true
      if (contact.read().state !== trouble) noteContact(codes[trouble], true)
    } else if (isToldByBoard) {
      isToldByBoard = false
      noteContact(undefined, true)
    }
  })
  return () => {
    clearInterval(timer)
    unwatchContact()
    unwatchBoard()
  }
}
