import { useMemo, useSyncExternalStore, type AnchorHTMLAttributes, type MouseEvent, type ReactNode } from 'react'
import { createPath, Router, useHref, useLocation, useNavigate, type To } from 'react-router'

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

const pathOf = (to: To): string => (typeof to === 'string' ? to : createPath(to))

/**
 * react-router's own `<Router>` on an address bar of ours: its `BrowserRouter` brings data routing along, 4 KiB of it,
 * that nothing here uses.
 */
export function DeskRouter({ bar, children }: DeskRouterProps) {
  const address = useSyncExternalStore(bar.watch, bar.read)
  const navigator = useMemo(
    () => ({
      createHref: (to: To) => bar.href(pathOf(to)),
      push: (to: To) => bar.write(pathOf(to), 'push'),
      replace: (to: To) => bar.write(pathOf(to), 'replace'),
      go: (steps: number) => history.go(steps),
    }),
    [bar],
  )
  return (
    <Router location={address} navigator={navigator}>
      {children}
    </Router>
  )
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string
}

/** A link inside the desk; it says so where it leads to the screen that is shown. */
export function Link({ to, children, ...rest }: LinkProps) {
  const href = useHref(to)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isHere = pathname === to

  function follow(event: MouseEvent) {
    // A new tab or window is the browser's business.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(to, { replace: isHere })
  }

  return (
    <a href={href} onClick={follow} aria-current={isHere ? 'page' : undefined} {...rest}>
      {children}
    </a>
  )
}
