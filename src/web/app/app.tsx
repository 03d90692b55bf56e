import { dialogsOfAnOrder } from '#web/features/orders/answer/dialogs.ts'
import { ShopsDialog } from '#web/features/shops/other-shops.tsx'
import { useEffect, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { OrderScreen, Screens } from './routes.tsx'
import { Shell } from './shell.tsx'

/** A slow tablet has drawn its first screen by then. */
const idleMs = 5000
/** What a counter opens with one press: there before it is wanted, and where there is no connection by then. */
const opened = [OrderScreen, ...dialogsOfAnOrder, ShopsDialog]

/** The page at its address. */
export function App() {
  useBeginAtTop()
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { preload } of opened) void preload()
    }, idleMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Shell>
      <Screens />
    </Shell>
  )
}

/** A screen to which somebody goes begins at its top; where one was is kept for who comes back, by the browser. */
function useBeginAtTop(): void {
  const { key } = useLocation()
  const isNew = useNavigationType() === NavigationType.Push
  useLayoutEffect(() => {
    if (!isNew) return
    for (let each: Element | null = document.querySelector('main'); each; each = each.parentElement) each.scrollTop = 0
  }, [isNew, key])
}
