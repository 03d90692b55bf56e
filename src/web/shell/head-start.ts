// Runs inline in the page before any of its files. It requests at once what the page is about to need, instead of one
// thing after the other; a wrong guess costs only some bytes. It also sets the saved direction and theme, so that the
// frame is right from its first paint.

/** Files of the build by language, filled in by `build/page-html.ts`. */
declare const named: {
  /** The path prefix of an order's screen. */
  readonly order: string
  readonly orderScreen: string
  readonly messages: Readonly<Record<string, string>>
  /** Those that the order's screen needs besides. */
  readonly orderMessages: Readonly<Record<string, string>>
  /** The endpoint of the order feed. */
  readonly orders: string
  /** The writing direction of each language. */
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

/** Reads this tablet's saved preferences as `web/api/preferences.ts` does. */
function saved(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // A private window may have no storage.
    return null
  }
}

/** Chooses the language as `web/i18n/language.ts` does. */
function language(): string {
  const languages = Object.keys(named.messages)
  const known = [saved('language'), ...navigator.languages].map((each) =>
    languages.find((one) => each?.toLowerCase().startsWith(one)),
  )
  return known.find((one) => one !== undefined) ?? 'en'
}

const chosen = language()
const { documentElement } = document
documentElement.lang = chosen
documentElement.dir = named.directions[chosen] ?? ''
const theme = saved('theme')
if (theme === 'light' || theme === 'dark') documentElement.dataset['theme'] = theme
const isOrder = location.pathname.startsWith(named.order)
if (isOrder) documentElement.dataset['opened'] = 'order'
begin('modulepreload', named.messages[chosen])
if (isOrder) {
  begin('modulepreload', named.orderScreen)
  begin('modulepreload', named.orderMessages[chosen])
}
begin('preload', '/api/desk/session')
// An unpaired tablet gets no orders, so it does not ask.
const isLetIn = saved('let-in') === 'yes'
if (location.pathname === '/' && isLetIn) begin('preload', named.orders)
if (isOrder && isLetIn) begin('preload', `${named.orders}/${location.pathname.slice(named.order.length)}`)
// The first formatted number costs a browser 15 ms, as much as all cards of a board; here it is free, while the files
// are loading.
setTimeout(() => new Intl.NumberFormat(chosen))
