import { patterns, paths } from '#contract/screen-paths.ts'
import { isPairedBefore } from '#web/api/preferences.ts'
import { answersUnderWay } from '#web/api/screen-state.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useRootMark } from '#web/components/root-mark.ts'
import { BoardBeside, BoardScreen } from '#web/features/orders/board/board-screen.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { lazyComponent, LoadBoundary } from '#web/i18n/lazy-component.tsx'
import { useOrderLayout } from './order-layout.ts'
import { Screen } from './screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, Outlet, useLocation, useMatch, useNavigate } from 'react-router'

const WebhookSection = lazyComponent(
  async () => (await import('#web/features/settings/webhook-section.tsx')).WebhookSection,
)

/** How to register the webhook. Its code is loaded only by a shop that needs it. */
const Registration = () => (
  <LoadBoundary instead={null}>
    <WebhookSection />
  </LoadBoundary>
)

/**
 * The board, and an order beside it, as a sheet over it, or alone. The order keeps its state when the tablet is turned, and
 * the board its scroll position below a sheet.
 */
export function Counter() {
  const isOrder = useMatch(patterns.order) !== null
  const layout = useOrderLayout()
  const { data: session } = useQuery(sessionQuery())
  const isPaired = session ? session.device !== null : isPairedBefore()
  const isSheet = isOrder && isPaired && layout === 'sheet'
  useRootMark('fills', isOrder ? 'order' : 'board')
  return (
    <>
      {(!isOrder || isSheet) && (
        // Not all tools know yet that what is inert is hidden from everybody.
        <div inert={isSheet} aria-hidden={isSheet || undefined} className="flex min-h-0 flex-1 flex-col">
          <Screen id={paths.orders}>
            <BoardScreen registration={<Registration />} isCovered={isSheet} />
          </Screen>
        </div>
      )}
      {isOrder && (
        <div className="flex min-h-0 flex-1 gap-5">
          {layout === 'beside' && isPaired && (
            <div className="no-print relative w-68 shrink-0 overflow-y-auto">
              <BoardBeside />
            </div>
          )}
          <OpenOrder isSheet={isSheet} />
        </div>
      )}
    </>
  )
}

/** The order at the address. A press beside its sheet, and Escape in it, lead back to the board. */
function OpenOrder({ isSheet }: { readonly isSheet: boolean }) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const pane = useRef<HTMLElement>(null)
  // The pressed card is covered now, so it can't keep the focus.
  useEffect(() => {
    if (isSheet) pane.current?.focus({ preventScroll: true })
  }, [isSheet, pathname])
  useEffect(() => {
    if (!isSheet) return undefined
    const closing = new AbortController()
    addEventListener(
      'keydown',
      ({ key, target }) => {
        const isInside = target instanceof Node && pane.current?.contains(target) === true
        if (key === 'Escape' && isInside && answersUnderWay.read() === 0) void navigate(paths.orders)
      },
      { signal: closing.signal },
    )
    return () => closing.abort()
  }, [isSheet, navigate])
  return (
    <>
      {isSheet && (
        // The way back for a keyboard or a screen reader is the link in the top bar.
        <Link
          to={paths.orders}
          tabIndex={-1}
          aria-hidden="true"
          className="order-scrim no-print"
          // Leaving would cancel a held answer.
          onClick={(event) => answersUnderWay.read() > 0 && event.preventDefault()}
        />
      )}
      {/* Has its own scroll position, so each order starts at its top. */}
      <section
        ref={pane}
        key={pathname}
        tabIndex={-1}
        aria-label={t('order.sheet')}
        className={isSheet ? 'order-sheet' : 'order-pane'}
      >
        <Screen id={pathname}>
          <Outlet />
        </Screen>
      </section>
    </>
  )
}
