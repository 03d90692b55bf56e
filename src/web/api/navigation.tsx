import { useStore } from './store.ts'
import { createContext, use, useCallback, type AnchorHTMLAttributes, type MouseEvent, type ReactNode } from 'react'
import { matchPath, Router, useLocation, type Navigator } from 'react-router'

// The one door to react-router: its `<Router>`, where one is, and which pattern an address fits.
export { matchPath, useLocation }

/** Where the address of a screen lives: in the browser's path, behind its `#`, or in memory. */
export interface AddressBar {
  /** The address now: `/orders/1?tab=2`. */
  read(): string
  /** What a link to it looks like from outside. */
  href(address: string): string
  write(address: string, how: 'push' | 'replace'): void
  watch(onChange: () => void): () => void
}

/** A screen to which somebody goes begins at its top; where one was is kept for who comes back, by the browser. */
function beginAtTop(): void {
  for (let each: Element | null = document.querySelector('main'); each; each = each.parentElement) each.scrollTop = 0
}

function browserBar(read: () => string, href: (address: string) => string): AddressBar {
  const watchers = new Set<() => void>()
  return {
    read,
    href,
    write(address, how) {
      if (how === 'push') history.pushState(null, '', href(address))
      else history.replaceState(null, '', href(address))
      for (const watcher of watchers) watcher()
      if (how === 'push') beginAtTop()
    },
    watch(onChange) {
      watchers.add(onChange)
      addEventListener('popstate', onChange)
      return () => {
        watchers.delete(onChange)
        removeEventListener('popstate', onChange)
      }
    },
  }
}

export const pathBar = (): AddressBar =>
  browserBar(
    () => location.pathname + location.search + location.hash,
    (address) => address,
  )

/** For a page on a static host, which knows one address only. */
export const hashBar = (): AddressBar =>
  browserBar(
    () => location.hash.slice(1) || '/',
    (address) => `#${address}`,
  )

interface DeskRouterProps {
  readonly bar: AddressBar
  readonly children: ReactNode
}

const BarContext = createContext<AddressBar | undefined>(undefined)

function useBar(): AddressBar {
  const bar = use(BarContext)
  if (!bar) throw new Error('There is no address bar above this component.')
  return bar
}

/** Nobody goes anywhere by react-router: its own way brings data routing and relative addresses along. */
const unused = (): never => {
  throw new Error('The way to another screen is useNavigate of client/navigation.tsx.')
}
const navigator: Navigator = { createHref: unused, push: unused, replace: unused, go: unused }

/**
 * react-router's own `<Router>` on an address bar of ours: its `BrowserRouter` brings data routing along, 4 KiB of it,
 * that nothing here uses.
 */
export function DeskRouter({ bar, children }: DeskRouterProps) {
  const address = useStore(bar)
  return (
    <BarContext value={bar}>
      <Router location={address} navigator={navigator}>
        {children}
      </Router>
    </BarContext>
  )
}

/** The way to another screen, by its whole address (`contract/screen-paths.ts`); with `replace` one does not come back here. */
export function useNavigate(): (to: string, how?: { readonly replace?: boolean }) => void {
  const bar = useBar()
  return useCallback((to, { replace = false } = {}) => bar.write(to, replace ? 'replace' : 'push'), [bar])
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string
}

/** A link inside the desk; it says so where it leads to the screen that is shown. */
export function Link({ to, children, ...rest }: LinkProps) {
  const bar = useBar()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isHere = pathname === to

  function follow(event: MouseEvent) {
    // A new tab or window is the browser's business.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(to, { replace: isHere })
  }

  return (
    <a href={bar.href(to)} onClick={follow} aria-current={isHere ? 'page' : undefined} {...rest}>
      {children}
    </a>
  )
}
