import { boardQuery, shownBoard, watchBoard } from '#web/api/board.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { connectionStatus, isSavedBoardShown } from '#web/api/http/connection-status.ts'
import { readAt } from '#web/api/http/query-client.ts'
import { serverNow, steadyNow } from '#web/api/http/server-clock.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useStore } from '#web/api/store.ts'
import { createContactWatch } from './contact-watch.ts'
import { type DisplayBoard, displayBoard, type ReadyOrder } from './display-board.ts'
import { createNewlyReady } from './newly-ready.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

interface DisplayState extends DisplayBoard {
  /** `starting`: the first board is still on its way. Only `known` numbers may be shown. */
  readonly is: 'starting' | 'known' | 'lost'
  /** The ready orders whose number stands large, the latest first. */
  readonly large: readonly ReadyOrder[]
}

const nothing = { preparing: [], ready: [], large: [] }

const stepMs = 1000
/** By then a page that has contact has its first board. */
const startMs = 10_000
const sessionRetryMs = 5000

/** The numbers to show. `onReady` gets the orders that have just become ready, and all that are. */
export function useDisplayState(
  readyMinutes: number,
  onReady: (announced: readonly ReadyOrder[], ready: readonly ReadyOrder[]) => void,
): DisplayState {
  const queries = useQueryClient()
  // Without a session there is no feed, which would otherwise tell that the server is back.
  const { data: session } = useQuery({
    ...sessionQuery(),
    refetchInterval: ({ state }) => (state.data ? false : sessionRetryMs),
  })
  useQuery({ ...boardQuery(), enabled: Boolean(session?.device) })
  // Renders on a change of the feed, which sets the board's polling interval.
  useStore(feedState)
  const [state, setState] = useState<DisplayState>({ is: 'starting', ...nothing })
  const [facts] = useState(createFacts)

  const step = useEffectEvent(() => {
    const is = facts.contactOf(queries)
    const next = is === 'known' ? facts.take(queries, readyMinutes) : undefined
    if (!next) facts.forget(is)
    if (next) onReady(next.announced, next.ready)
    const { announced: _announced, ...shown } = { is, ...nothing, announced: [], ...next }
    setState((old) => (JSON.stringify(old) === JSON.stringify(shown) ? old : shown))
  })
  useEffect(() => {
    const onChange = () => step()
    onChange()
    const unwatch = [watchBoard(queries, onChange), feedState.watch(onChange), connectionStatus.watch(onChange)]
    const timer = setInterval(onChange, stepMs)
    return () => {
      for (const stop of unwatch) stop()
      clearInterval(timer)
    }
  }, [queries])
  return state
}

/** What a display remembers from one look at the board to the next. */
function createFacts() {
  const contact = createContactWatch()
  const newlyReady = createNewlyReady()
  const startedAt = steadyNow()
  let hasBegun = false
  let wasDoubted = false
  let seenReadyAt: ReadonlyMap<string, number> = new Map()

  return {
    contactOf(queries: QueryClient): DisplayState['is'] {
      const session = queries.getQueryData(sessionQuery().queryKey)
      const now = steadyNow()
      // A saved board may be hours old.
      const boardReadAt = isSavedBoardShown() ? undefined : readAt(queries, boardQuery().queryKey)
      const isFeedLive = feedState.read().is === 'live'
      const { hasContact, isDoubted } = contact.check({ now, isFeedLive, boardReadAt })
      if (isDoubted && !wasDoubted) void queries.invalidateQueries(boardQuery())
      wasDoubted = isDoubted
      if (session && !session.device) return 'lost'
      if (hasContact && boardReadAt !== undefined && shownBoard(queries)) return 'known'
      const mayStillStart = !hasBegun && now - startedAt < startMs && connectionStatus.read().state !== 'lost'
      return mayStillStart ? 'starting' : 'lost'
    },
    take(queries: QueryClient, readyMinutes: number) {
      hasBegun = true
      const rows = shownBoard(queries)?.data ?? []
      const now = serverNow()
      const ready = rows.filter(({ lane }) => lane === 'ready')
      seenReadyAt = new Map(ready.map(({ order_id: id }) => [id, seenReadyAt.get(id) ?? now]))
      const board = displayBoard(rows, now, readyMinutes, (id) => seenReadyAt.get(id))
      return { ...board, ...newlyReady.take(board, now) }
    },
    /** What is ready when the numbers come back is no news. */
    forget(is: DisplayState['is']): void {
      if (is === 'lost') hasBegun = true
      newlyReady.forget()
    },
  }
}
