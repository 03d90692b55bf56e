import { shownOrder } from '#web/format/order-number.ts'
import { connectionStatus } from '#web/api/http/connection-status.ts'
import { boardQuery } from '#web/api/board.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { steadyNow } from '#web/api/http/server-clock.ts'
import { toasts, notifyUpdate } from '#web/api/toasts.ts'
import { pageClock } from '#contract/clock.ts'
import {
  isInHand,
  isUnderWay,
  nameOfPage,
  newestPage,
  noteTry,
  type UpdateFacts,
  wasTried,
} from '#web/features/installed/update-rule.ts'
import { keepShell } from '#web/features/installed/keep-shell.ts'
import { createUpdateWatch } from '#web/features/installed/update-watch.ts'
import { tabletInstrument } from '#web/features/ring/tablet/instrument.ts'
import { workerAddress } from '#web/features/ring/tablet/worker-address.ts'
import type { QueryClient } from '@tanstack/react-query'

/** Saves the page so that it opens without a network, and loads a newer version at a suitable time. */
export function keepCurrent(queries: QueryClient): void {
  const running = nameOfPage(document.head.outerHTML)
  // A page that was not built by the desk has no version to compare.
  if (!running) return
  let touchedAt = steadyNow()
  const touched = () => (touchedAt = steadyNow())
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, touched, { capture: true, passive: true })

  const factsOf = (newer: string): UpdateFacts => ({
    isArmed: tabletInstrument().isArmed(),
    isOnOrder: shownOrder(location.pathname) !== undefined,
    isUnderWay: isUnderWay(),
    isInHand: isInHand(),
    isWaitedFor: queries.getQueryData(boardQuery().queryKey)?.data.some(({ lane }) => lane === 'answer') ?? false,
    isSaying: toasts.read().some(({ update }) => !update),
    hasContact: connectionStatus.read().state !== 'lost',
    wasTried: wasTried(newer),
    untouchedMs: steadyNow() - touchedAt,
  })
  const watch = createUpdateWatch({
    clock: pageClock,
    look: () => newestPage((address, init) => fetch(address, init), running),
    factsOf,
    tell: () => notifyUpdate({ isArmed: tabletInstrument().isArmed(), load: () => location.reload() }),
    reload(newer) {
      noteTry(newer)
      location.reload()
    },
  })
  void watch.start(new AbortController().signal)
  void follow(async () => (await watch.look()).is === 'this')
}

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
