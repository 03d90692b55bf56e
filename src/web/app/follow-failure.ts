import { boardQuery } from '#web/api/board.ts'
import { callDesk } from '#web/api/http/call.ts'
import { connectionStatus, noteCallOutcome } from '#web/api/http/connection-status.ts'
import { watchBoard } from '#web/api/watch-board.ts'
import { readVendorState } from '#contract/desk/vendor-state.ts'
import type { QueryClient } from '@tanstack/react-query'
import { boardFailure } from './board-failure.ts'

/** How often to check, during a failure, whether the desk reaches the vendor again. */
const checkEveryMs = 5_000
const codes = { vendor: 'vendor_busy', token: 'vendor_auth_failed' } as const

/**
 * Derives the vendor's connection status from the board's rows. Most calls of this tablet are answered by the desk itself,
 * and show neither the start nor the end of a vendor failure.
 * @returns how to stop.
 */
export function followFailure(queries: QueryClient): () => void {
  const { queryKey } = boardQuery()
  let isFromBoard = false
  let timer: ReturnType<typeof setInterval> | undefined
  async function check(): Promise<void> {
    const { line, token } = (await callDesk(readVendorState)).data
    // A failure that the board showed also ends with the board.
    if (!isFromBoard && line === 'answers' && token !== 'refused') noteCallOutcome(undefined, true)
  }
  const unwatchStatus = connectionStatus.watch(() => {
    clearInterval(timer)
    const { state } = connectionStatus.read()
    if (state === 'vendor' || state === 'token')
      timer = setInterval(() => void check().catch(() => undefined), checkEveryMs)
  })
  const unwatchBoard = watchBoard(queries, () => {
    // Without a connection the board is outdated. It is checked again with its next update.
    if (connectionStatus.read().state === 'lost') return
    const failure = boardFailure(queries.getQueryData(queryKey)?.data ?? [])
    if (failure) {
      isFromBoard = true
      if (connectionStatus.read().state !== failure) noteCallOutcome(codes[failure], true)
    } else if (isFromBoard) {
      isFromBoard = false
      noteCallOutcome(undefined, true)
    }
  })
  return () => {
    clearInterval(timer)
    unwatchStatus()
    unwatchBoard()
  }
}
