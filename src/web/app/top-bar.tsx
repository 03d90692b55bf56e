import { paths, patterns } from '#contract/screen-paths.ts'
import type { Session } from '#contract/desk/session.ts'
import { Drawing, Icon } from '#web/components/icon.tsx'
import { Popover } from '#web/components/popover.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { OrderSearch } from '#web/features/orders/board/order-search.tsx'
import { SoundState, type TabletRing } from '#web/features/ring/sound-state.tsx'
import { OtherShops } from '#web/features/shops/other-shops.tsx'
import { Avatar } from '#web/format/avatar.tsx'
import { lazyComponent, LoadBoundary } from '#web/i18n/lazy-component.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { ConnectionState } from './connection-state.tsx'
import { Link, useLocation, useMatch } from 'react-router'

const AccountPanel = lazyComponent(async () => (await import('./account-panel.tsx')).AccountPanel)
/** Never loaded on a live desk. */
const PracticePanel = lazyComponent(
  async () => (await import('#web/features/practice/practice-panel.tsx')).PracticePanel,
)

interface TopBarProps {
  readonly session: Session | undefined
  /** Undefined on a tablet that is not paired. */
  readonly tabletRing: TabletRing | undefined
}

/** The bar above every screen: where this is, the connection, the search, the sound and the person. */
export function TopBar({ session, tabletRing }: TopBarProps) {
  const t = useTranslate()
  // On a narrow screen an order has the whole screen, and its only link leads back.
  const isOrder = useMatch(patterns.order) !== null
  return (
    <div className={`top-bar no-print ${isOrder ? 'of-order' : ''}`}>
      {isOrder && (
        <Link to={paths.orders} aria-label={t('nav.back')} className="top-bar-back">
          <Icon name="back" className="size-5 rtl:-scale-x-100" />
          <span className="slim:sr-only">{t('nav.orders')}</span>
        </Link>
      )}
      {session && session.mode !== 'live' && <PracticeButton mode={session.mode} />}
      {session?.device && <OtherShops />}
      <ConnectionState session={session} />
      {tabletRing ? <OrderSearch /> : <div className="flex-1" />}
      {tabletRing && <SoundState tabletRing={tabletRing} />}
      <Account session={session} />
    </div>
  )
}

interface AccountProps {
  readonly session: Session | undefined
  readonly isStation?: boolean
}

/** The person who is signed in, and the panel with what each person sets. */
export function Account({ session, isStation = false }: AccountProps) {
  const t = useTranslate()
  const { pathname } = useLocation()
  return (
    <>
      {session?.staff && (
        <ServiceText className="max-w-32 truncate text-sm font-semibold text-soft max-wide:sr-only">
          {session.staff.name}
        </ServiceText>
      )}
      {session && (
        <Popover
          label={t('nav.account')}
          address={pathname}
          className="top-bar-button"
          face={
            <>
              <span className="sr-only">{t('nav.account')}</span>{' '}
              {session.staff ? (
                <Avatar name={session.staff.name} />
              ) : (
                <Drawing path="M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8M4 21a8 8 0 0 1 16 0" />
              )}
            </>
          }
        >
          {(close) => (
            <LoadBoundary instead={t('failure.noContact')}>
              <AccountPanel session={session} isStation={isStation} onClose={close} />
            </LoadBoundary>
          )}
        </Popover>
      )}
    </>
  )
}

/** Names the practice store or the demo on every screen, and opens its controls. */
function PracticeButton({ mode }: { readonly mode: 'practice' | 'demo' }) {
  const t = useTranslate()
  const name = t(mode === 'demo' ? 'demo.name' : 'practice.name')
  const { pathname } = useLocation()
  return (
    <Popover label={name} align="start" address={pathname} className="top-bar-practice" face={<span>{name}</span>}>
      {(close) => (
        <LoadBoundary instead={t('failure.noContact')}>
          <PracticePanel mode={mode} onDone={close} />
        </LoadBoundary>
      )}
    </Popover>
  )
}
