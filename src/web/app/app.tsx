import { dialogsOfAnOrder } from '#web/features/orders/answer/dialogs.ts'
import { ShopsDialog } from '#web/features/shops/other-shops.tsx'
import { useEffect, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { OrderScreen, Screens } from './routes.tsx'
import { Shell } from './shell.tsx'

/** A slow tablet has drawn its first screen after this time. */
const idleMs = 5000
/** Screens and dialogs that are loaded ahead, so that they open at once and without a connection. */
const preloaded = [OrderScreen, ...dialogsOfAnOrder, ShopsDialog]

export function App() {
  useBeginAtTop()
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { preload } of preloaded) void preload()
    }, idleMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Shell>
      <Screens />
    </Shell>
  )
}

/** Scrolls to the top after a new navigation. On the way back the browser restores the position. */
function useBeginAtTop(): void {
  const { key } = useLocation()
  const isNew = useNavigationType() === NavigationType.Push
  useLayoutEffect(() => {
    if (!isNew) return
    for (let each: Element | null = document.querySelector('main'); each; each = each.parentElement) each.scrollTop = 0
  }, [isNew, key])
}
