import { shownOrder } from '#web/format/order-number.ts'
import { boardQuery } from '#web/api/board.ts'
import { contact } from '#web/api/http/connection-status.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { leftBoard } from '#web/api/left-board.ts'
import { sessionQuery } from '#web/api/session.ts'
import { watchBoard } from '#web/api/watch-board.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { createAnnouncements, createConnectionNews, sentencesOf } from './announcements.ts'

/** An order is told of before it is read; together with what else comes in this time it is said once, by its number. */
const gatherMs = 1500
/** As long as the lamp waits too: a moment without the line is nothing to tell. */
const timeoutMs = 2500
const shownMs = 20_000

export interface Spoken {
  readonly id: number
  readonly text: string
}

/** What is to be read out now: each thing once, and gone after a while. */
export function useLiveAnnouncer(): readonly Spoken[] {
  const t = useTranslate()
  const queries = useQueryClient()
  const [announcements] = useState(createAnnouncements)
  const [lineNews] = useState(createConnectionNews)
  const shown = shownOrder(useLocation().pathname)
  const [spoken, setSpoken] = useState<readonly Spoken[]>([])
  const last = useRef(0)

  const tell = useEffectEvent((texts: readonly string[]) => {
    if (texts.length === 0) return
    const news = texts.map((text) => ({ id: (last.current += 1), text }))
    setSpoken((old) => [...old, ...news])
    const isOld = ({ id }: Spoken) => news.some((each) => each.id === id)
    setTimeout(() => setSpoken((old) => old.filter((each) => !isOld(each))), shownMs)
  })

  const tellBoard = useEffectEvent(() => {
    const rows = queries.getQueryData(boardQuery().queryKey)?.data
    const tablet = queries.getQueryData(sessionQuery().queryKey)?.device?.name ?? ''
    if (rows) tell(sentencesOf(announcements.since({ rows, left: leftBoard, tablet, shown }), t))
  })

  const tellLine = useEffectEvent(() => {
    const news = lineNews.since(contact.read(), feedState.read())
    if (news) tell([t(news)])
  })

  useEffect(() => {
    const board = inAWhile(gatherMs, () => tellBoard())
    const line = inAWhile(timeoutMs, () => tellLine())
    // The board as it is now is where it begins.
    tellBoard()
    line.begin()
    const stops = [
      watchBoard(queries, board.begin),
      contact.watch(line.beginAgain),
      feedState.watch(line.beginAgain),
      board.stop,
      line.stop,
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries])
  return spoken
}

/** Does something once, so long after it was wanted: first, or for the last time. */
function inAWhile(ms: number, work: () => void) {
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
