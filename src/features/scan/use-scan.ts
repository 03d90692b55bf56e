import { useLocation, useNavigate } from '#client/navigation.tsx'
import { boardQuery } from '#client/board.ts'
import { callDesk } from '#client/wire/call.ts'
import { markedLines } from '#client/marked-lines.ts'
import { notify } from '#client/notices/notices.ts'
import { scanTaker } from '#client/scan-taker.ts'
import { orderQuery } from '#client/order.ts'
import { catalog } from '#contract/desk/catalog.ts'
import { inbox } from '#contract/desk/inbox.ts'
import { textLimit } from '#contract/desk/item-search.ts'
import { isOrderId } from '#contract/vendor/order-id.ts'
import { paths, withQuery } from '#paths.ts'
import { isDialogOpen } from '#ui/open-dialogs.ts'
import { useWords } from '#words/words.tsx'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  itemWith,
  ordersNumbered,
  ordersWith,
  type CatalogTarget,
  type FoundOrder,
  type ShownOrder,
} from './scan-target.ts'

/** Several open orders have what was scanned. */
export interface Choice {
  readonly code: string
  readonly orders: readonly FoundOrder[]
}

interface Scanning {
  /** Finds what a code means, and goes there; a later code takes the place of one that is still looked for. */
  scan(code: string): void
  /** What was found a moment ago. */
  readonly found: FoundOrder | undefined
  readonly choice: Choice | undefined
  choose(order: FoundOrder): void
  leaveChoice(): void
}

/** How long a line stays marked: time to look up, find it on the screen, and look down again. */
const markedForMs = 8000

const noneWords = { whole: 'scan.none', growing: 'scan.noneYet', short: 'scan.noneShown' } as const

interface ScanPlace {
  /** The order on the screen. */
  readonly shownId: string | undefined
  /** Who looks at items means an item. */
  readonly isAmongItems: boolean
}

/** What a scanned code leads to from there. */
export function useScan({ shownId, isAmongItems }: ScanPlace): Scanning {
  const say = useWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [found, setFound] = useState<FoundOrder>()
  const [choice, setChoice] = useState<Choice>()
  const looking = useRef<AbortController>(undefined)
  // Who went on to another screen meanwhile is not taken back.
  useEffect(() => () => looking.current?.abort(), [pathname])

  useEffect(() => {
    if (!found) return
    markedLines.set({ orderId: found.orderId, keys: found.lines.map(({ key }) => key) })
    const timer = setTimeout(() => setFound(undefined), markedForMs)
    return () => {
      clearTimeout(timer)
      markedLines.set(undefined)
    }
  }, [found])

  const choose = useCallback(
    (order: FoundOrder) => {
      setChoice(undefined)
      setFound(order)
      if (order.orderId !== shownId) navigate(paths.order(order.orderId))
    },
    [navigate, shownId],
  )

  const scan = useCallback(
    async (scanned: string) => {
      const code = scanned.trim().slice(0, textLimit)
      looking.current?.abort()
      const { signal } = (looking.current = new AbortController())
      try {
        const taker = scanTaker.read()
        if (taker && taker.orderId === shownId) {
          const own = await findLines(queries, code, shownId)
          // Packed to its end, or left, meanwhile.
          if (!signal.aborted && scanTaker.read() === taker) taker.take(code, own)
          return
        }
        const wanted = isAmongItems ? await findItem(code, signal) : undefined
        const orders = wanted && wanted.is !== 'none' ? [] : await findOrders(queries, code, shownId)
        const [order, second] = orders
        const item = wanted ?? (order ? undefined : await findItem(code, signal))
        const isKnown = order !== undefined || item?.is !== 'none'
        const [closed, older] = isKnown ? [] : await findClosed(code, signal)
        if (signal.aborted) return
        if (order) return second ? setChoice({ code, orders }) : choose(order)
        // It took its time, and somebody is asked something by now.
        if (isDialogOpen()) return
        if (item?.is === 'item') return navigate(paths.item(item.itemId))
        if (item?.is === 'items') return navigate(paths.items({ q: code }))
        if (older) return navigate(withQuery(paths.closed, { q: code }))
        if (closed) return navigate(paths.order(closed.orderId))
        notify(say(noneWords[item?.reach ?? 'whole'], { code: shortened(code) }))
      } catch {
        if (!signal.aborted) notify(say('scan.failed', { code: shortened(code) }))
      }
    },
    [choose, isAmongItems, navigate, queries, say, shownId],
  )

  return {
    scan: (code) => void scan(code),
    found: found?.orderId === shownId ? found : undefined,
    choice,
    choose,
    leaveChoice: () => setChoice(undefined),
  }
}

/** Among what the page has read already, and keeps up to date: an order line is found without asking anybody. */
async function findOrders(queries: QueryClient, code: string, shownId: string | undefined) {
  const [shown, board] = await Promise.all([readShown(queries, shownId), queries.ensureQueryData(boardQuery())])
  return ordersWith(code, shown, board.data)
}

/** The lines of the order on the screen that have it; nothing where it is of another order, or of none. */
async function findLines(queries: QueryClient, code: string, shownId: string): Promise<readonly string[] | undefined> {
  const [found] = ordersWith(code, await readShown(queries, shownId), [])
  return found?.lines.map(({ key }) => key)
}

async function readShown(queries: QueryClient, shownId: string | undefined): Promise<ShownOrder | undefined> {
  if (shownId === undefined || !isOrderId(shownId)) return undefined
  // One that cannot be read has no lines; its own screen says why.
  const view = await queries.ensureQueryData(orderQuery(shownId)).catch(() => undefined)
  return view && { order: view.order, matches: view.row?.matches ?? [] }
}

/** Orders that are over, the newest first, by the number on their ticket: a bag that comes back has that. */
async function findClosed(code: string, signal: AbortSignal): Promise<readonly FoundOrder[]> {
  const { data } = await callDesk(inbox.list, { query: { view: 'closed', q: code }, signal })
  return ordersNumbered(code, data)
}

async function findItem(code: string, signal: AbortSignal): Promise<CatalogTarget> {
  const { data, index } = await callDesk(catalog.search, { query: { q: code }, signal })
  return itemWith(code, data, index)
}

const shownLetters = 40

const shortened = (code: string): string => (code.length > shownLetters ? `${code.slice(0, shownLetters)}…` : code)
