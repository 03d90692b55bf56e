// Stands in the page itself and runs before any file of it is there. It asks at once for what this tablet is about to
// want, instead of one thing after the other: where that is wrong, nothing but some bytes is lost. And it gives the frame
// of the page, which is seen next, the direction and the theme that this tablet keeps.

/** Files of the build by language, as `build/head-start.ts` knows them. */
declare const named: {
  /** How the address of an order begins. */
  readonly order: string
  readonly orderScreen: string
  readonly words: Readonly<Record<string, string>>
  /** Where the desk tells of its orders. */
  readonly orders: string
  /** How the page is written, by language. */
  readonly directions: Readonly<Record<string, string>>
}

function begin(rel: 'modulepreload' | 'preload', address: string | undefined): void {
  if (!address) return
  const link = document.createElement('link')
  link.rel = rel
  if (rel === 'preload') {
    link.as = 'fetch'
    link.crossOrigin = 'anonymous'
  }
  link.href = address
  document.head.append(link)
}

/** What this tablet keeps, as `web/api/preferences/saved.ts` does. */
function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // A private window may have no storage.
    return null
  }
}

/** As `web/i18n/language.ts` chooses it. */
function language(): string {
  const spoken = Object.keys(named.words)
  const known = [kept('language'), ...navigator.languages].map((each) =>
    spoken.find((one) => each?.toLowerCase().startsWith(one)),
  )
  return known.find((one) => one !== undefined) ?? 'en'
}

const chosen = language()
const { documentElement } = document
documentElement.lang = chosen
documentElement.dir = named.directions[chosen] ?? ''
const theme = kept('theme')
if (theme === 'light' || theme === 'dark') documentElement.dataset['theme'] = theme
const isOrder = location.pathname.startsWith(named.order)
if (isOrder) documentElement.dataset['opened'] = 'order'
begin('modulepreload', named.words[chosen])
if (isOrder) begin('modulepreload', named.orderScreen)
begin('preload', '/api/desk/session')
// A stranger is told no orders, and need not be told so.
const isLetIn = kept('let-in') === 'yes'
if (location.pathname === '/' && isLetIn) begin('preload', named.orders)
if (isOrder && isLetIn) begin('preload', `${named.orders}/${location.pathname.slice(named.order.length)}`)
// The first number that a page writes costs a browser 15 ms, as much as all cards of a board; while the files are on
// their way it costs nobody anything.
setTimeout(() => new Intl.NumberFormat(chosen))
