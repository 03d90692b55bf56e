import { boardQuery, leftBoard, watchBoard } from '#web/api/board.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { connectionStatus } from '#web/api/http/connection-status.ts'
import { steadyNow } from '#web/api/http/server-clock.ts'
import { orderTakingScreen } from '#web/api/screen-state.ts'
import { sessionQuery } from '#web/api/session.ts'
import { shownOrder } from '#web/format/order-number.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { createAnnouncements, createConnectionNews, sentencesOf } from './announcements.ts'
import { useReadToasts } from './use-read-toasts.ts'
import { useOutdatedToasts, useRanOut, useSavedToasts } from './use-saved-toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Changes within this time are announced together. */
const gatherMs = 1500
/** A shorter loss of the connection is not announced; the visible connection status waits as long. */
const timeoutMs = 2500
const shownMs = 20_000

interface Announced {
  readonly id: number
  readonly text: string
}

/** The texts to read out now. Each is removed after 20 s. */
function useLiveAnnouncer(): readonly Announced[] {
  const t = useTranslate()
  const queries = useQueryClient()
  const [announcements] = useState(createAnnouncements)
  const [connectionNews] = useState(createConnectionNews)
  const shown = shownOrder(useLocation().pathname)
  const [announced, setAnnounced] = useState<readonly Announced[]>([])
  const last = useRef(0)

  const announce = useEffectEvent((texts: readonly string[]) => {
    if (texts.length === 0) return
    const news = texts.map((text) => ({ id: (last.current += 1), text }))
    setAnnounced((old) => [...old, ...news])
    const isOld = ({ id }: Announced) => news.some((each) => each.id === id)
    setTimeout(() => setAnnounced((old) => old.filter((each) => !isOld(each))), shownMs)
  })

  /** @returns whether a new order waits for its number, so that the board is to be compared again. */
  const announceBoard = useEffectEvent((): boolean => {
    const rows = queries.getQueryData(boardQuery().queryKey)?.data
    if (!rows) return false
    const tablet = queries.getQueryData(sessionQuery().queryKey)?.device?.name ?? ''
    const news = announcements.since({
      rows,
      left: leftBoard,
      tablet,
      shown: orderTakingScreen.read() ?? shown,
      now: steadyNow(),
    })
    announce(sentencesOf(news, t))
    return news.awaitsNumber
  })

  const announceConnection = useEffectEvent(() => {
    const news = connectionNews.since(connectionStatus.read(), feedState.read())
    if (news) announce([t(news)])
  })

  useEffect(() => {
    const board = delayed(gatherMs, () => {
      if (announceBoard()) board.begin()
    })
    const connection = delayed(timeoutMs, () => announceConnection())
    // The current board is the starting point.
    announceBoard()
    connection.begin()
    const stops = [
      watchBoard(queries, board.begin),
      connectionStatus.watch(connection.beginAgain),
      feedState.watch(connection.beginAgain),
      board.stop,
      connection.stop,
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries])
  return announced
}

/** Runs `work` once, `ms` after the first `begin` or the last `beginAgain`. */
function delayed(ms: number, work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const begin = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      work()
    }, ms)
  }
  return {
    begin,
    beginAgain() {
      stop()
      begin()
    },
    stop,
  }
}

/**
 * Announces new orders, order changes and connection changes to screen readers. It is always mounted, because a screen
 * reader only announces changes in a live region that already exists.
 */
export function LiveAnnouncer() {
  const announced = useLiveAnnouncer()
  useRanOut()
  useSavedToasts()
  useOutdatedToasts()
  useReadToasts()
  return (
    <div aria-live="polite" className="no-print sr-only">
      {announced.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
