import { pageClock } from '#contract/clock.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { paths } from '#contract/screen-paths.ts'
import { readVendorState } from '#contract/desk/vendor-state.ts'
import { boardQuery, watchBoard } from '#web/api/board.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { callDesk } from '#web/api/http/call.ts'
import { connectionStatus, noteCallOutcome } from '#web/api/http/connection-status.ts'
import { steadyNow } from '#web/api/http/server-clock.ts'
import { largeNumbers } from '#web/api/screen-state.ts'
import { notifyUpdate, toasts } from '#web/api/toasts.ts'
import { createUpdateWatch, keepShell } from '#web/features/installed/update-watch.ts'
import {
  isInHand,
  isUnderWay,
  nameOfPage,
  newestPage,
  noteTry,
  type UpdateFacts,
  wasTried,
} from '#web/features/installed/update-rule.ts'
import { tabletInstrument } from '#web/tablet/instrument.ts'
import { workerAddress } from '#web/tablet/pulse.ts'
import { shownOrder } from '#web/format/order-number.ts'
import type { QueryClient } from '@tanstack/react-query'

/** Saves the page so that it opens without a network, and loads a newer version at a suitable time. */
export function keepCurrent(queries: QueryClient): void {
  const running = nameOfPage(document.head.outerHTML)
  // A page that was not built by the desk has no version to compare.
  if (!running) return
  let touchedAt = steadyNow()
  const touched = () => (touchedAt = steadyNow())
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, touched, { capture: true, passive: true })

  function factsOf(newer: string): UpdateFacts {
    const isWaitedFor = queries.getQueryData(boardQuery().queryKey)?.data.some(({ lane }) => lane === 'answer') ?? false
    const facts = {
      isArmed: tabletInstrument().isArmed(),
      isOnOrder: shownOrder(location.pathname) !== undefined,
      isUnderWay: isUnderWay(),
      isInHand: isInHand(),
      isWaitedFor,
      isSaying: toasts.read().some(({ update }) => !update),
      hasContact: connectionStatus.read().state !== 'lost',
      wasTried: wasTried(newer),
      untouchedMs: steadyNow() - touchedAt,
    }
    return location.pathname === paths.display ? { ...facts, ...ofDisplay(largeNumbers.read()) } : facts
  }
  const watch = createUpdateWatch({
    clock: pageClock,
    look: () => newestPage((address, init) => fetch(address, init), running),
    factsOf,
    notify: () => notifyUpdate({ isArmed: tabletInstrument().isArmed(), load: () => location.reload() }),
    reload(newer) {
      noteTry(newer)
      location.reload()
    },
  })
  void watch.start(new AbortController().signal)
  void follow(async () => (await watch.look()).is === 'this')
}

/** A display does not ring, answers no order and shows no toast, and nobody is there to press. */
const ofDisplay = (large: number) => ({ isArmed: false, isWaitedFor: false, isSaying: false, isUnderWay: large > 0 })

/** Checks for a new version when the feed is live again, because an upgrade restarts the server. */
async function follow(isNewest: () => Promise<boolean>): Promise<void> {
  let isLive = true
  let lookForWorker: (() => Promise<void>) | undefined
  feedState.watch(() => {
    const wasLive = isLive
    isLive = feedState.read().is === 'live'
    if (isLive && !wasLive) void isNewest().then(() => lookForWorker?.())
  })
  // Plain HTTP and some private windows have no service workers. The page then needs the network to open.
  const { serviceWorker } = navigator as Partial<Navigator>
  if (!serviceWorker || !isSecureContext) return
  lookForWorker = await keepShell(serviceWorker, workerAddress('shell'), isNewest).catch(() => undefined)
}

/** Why the desk could read none of the waiting orders, or none of the open ones if none waits; undefined if it read one. */
export function boardFailure(rows: readonly OrderRow[]): 'vendor' | 'token' | undefined {
  const read = rows.filter(({ problem }) => problem !== 'unread' && problem !== 'bad_id')
  const waiting = read.filter(({ lane }) => lane === 'answer')
  const problems = (waiting.length > 0 ? waiting : read).map(({ problem }) => problem)
  const [first] = problems
  const isDown = problems.every((problem) => problem === 'vendor' || problem === 'token')
  return isDown && (first === 'vendor' || first === 'token') ? first : undefined
}

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
