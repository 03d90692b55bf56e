import { markedLines, scanTaker } from '#web/api/screen-state.ts'
import { notify, notifyBriefly } from '#web/api/toasts.ts'
import { textLimit } from '#contract/text.ts'
import { paths } from '#contract/screen-paths.ts'
import { barcodeWords } from '#web/format/barcode-words.ts'
import { isDialogOpen } from '#web/components/open-dialogs.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ScanPlace, ScanTarget } from './find-target.ts'
import { blockScan } from './scan-button.tsx'
import type { FoundOrder } from './scan-target.ts'

/** Several open orders that match a scan. */
export interface Choice {
  readonly code: string
  readonly orders: readonly FoundOrder[]
}

interface Scanning {
  /** Finds the target of a code and opens it. A later scan replaces one that is still being looked up. */
  scan(code: string): void
  /** The result of the latest scan, for 8 s. */
  readonly found: FoundOrder | undefined
  readonly choice: Choice | undefined
  choose(order: FoundOrder): void
  leaveChoice(): void
}

/** Nothing is looked up before the first scan. */
export const loadFinder = () => import('./find-target.ts')

/** How long a line stays highlighted: time to find it on the screen and look down again. */
const markedForMs = 8000

const notFoundKeys = { whole: 'scan.none', growing: 'scan.noneYet', short: 'scan.noneShown' } as const

export function useScan({ shownId, isAmongItems }: ScanPlace): Scanning {
  const t = useTranslate()
  const language = useLanguage()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [found, setFound] = useState<FoundOrder>()
  const [choice, setChoice] = useState<Choice>()
  const looking = useRef<AbortController>(undefined)
  // Leaving the screen ends a search, so that its result does not navigate back.
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
      if (order.orderId !== shownId) void navigate(paths.order(order.orderId))
    },
    [navigate, shownId],
  )

  /** Opens the target of a code. */
  const goTo = useCallback(
    (target: ScanTarget, code: string) => {
      switch (target.is) {
        case 'orders':
          return target.orders.length > 1 ? setChoice({ code, orders: target.orders }) : choose(target.orders[0])
        case 'item': {
          const hint = barcodeWords(target.reading, t, language)
          if (hint !== undefined) notifyBriefly(hint)
          return void navigate(paths.item(target.itemId))
        }
        case 'items':
          return void navigate(paths.items({ q: code }))
        case 'closed': {
          const [closed, ...older] = target.orders
          return void navigate(older.length > 0 ? paths.history({ q: code }) : paths.order(closed.orderId))
        }
        case 'none':
          return void notify(t(notFoundKeys[target.reach], { code: shortened(code) }))
      }
    },
    [choose, language, navigate, t],
  )

  const scan = useCallback(
    async (scanned: string) => {
      const code = scanned.trim().slice(0, textLimit)
      looking.current?.abort()
      const finding = new AbortController()
      const { signal } = finding
      const search = { queries, code, place: { shownId, isAmongItems }, signal }
      try {
        const taker = scanTaker.read()
        if (taker && taker.orderId === shownId) {
          // A later scan does not abort this one, because each is a piece in the bag.
          const own = await (await loadFinder()).findLines(search)
          // The order may have been finished or left meanwhile.
          if (isDialogOpen()) blockScan()
          else if (scanTaker.read() === taker) taker.take(code, own?.keys, own?.reading)
          return
        }
        looking.current = finding
        const target = await (await loadFinder()).findTarget(search)
        // The lookup may have taken a while, and a dialog may be open by now.
        if (signal.aborted) return
        if (isDialogOpen()) blockScan()
        else goTo(target, code)
      } catch {
        if (signal.aborted) return
        if (isDialogOpen()) blockScan()
        else notify(t('scan.failed', { code: shortened(code) }))
      }
    },
    [goTo, isAmongItems, queries, t, shownId],
  )

  return {
    scan: (code) => void scan(code),
    found: found?.orderId === shownId ? found : undefined,
    choice,
    choose,
    leaveChoice: () => setChoice(undefined),
  }
}

const shownLetters = 40

const shortened = (code: string): string => (code.length > shownLetters ? `${code.slice(0, shownLetters)}…` : code)
