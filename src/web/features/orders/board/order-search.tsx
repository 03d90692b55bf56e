import { paths } from '#contract/screen-paths.ts'
import { createStore } from '#web/api/store.ts'
import { useStore } from '#web/api/store.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useId } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** What is typed into the search of the top bar. The board shows the orders that match it, and clears it when it is left. */
export const orderSearch = createStore('')

/** The search for open orders, on every screen. Typing on another screen leads to the board. */
export function OrderSearch() {
  const t = useTranslate()
  const id = useId()
  const text = useStore(orderSearch)
  const navigate = useNavigate()
  const { pathname } = useLocation()

  function search(next: string) {
    orderSearch.set(next)
    if (pathname !== paths.orders) void navigate(paths.orders)
  }

  return (
    <div role="search" aria-label={t('board.find')} className="top-bar-search">
      <label htmlFor={id} className="sr-only">
        {t('board.find')}
      </label>
      <input
        id={id}
        type="search"
        // For an empty field, `auto` would mean left to right in every language.
        dir={text === '' ? undefined : 'auto'}
        autoComplete="off"
        placeholder={t('board.find')}
        value={text}
        onChange={(event) => search(event.target.value)}
      />
    </div>
  )
}
