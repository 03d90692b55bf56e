import { expect, test } from 'vitest'
import { watchTabletWake } from './live-feed.ts'

test('wakes when the network is back and when the page is shown', () => {
  const wakings: string[] = []
  const unwatch = watchTabletWake((wake) => wakings.push(wake))
  window.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
  Reflect.deleteProperty(document, 'hidden')
  unwatch()
  window.dispatchEvent(new Event('online'))
  expect(wakings).toEqual(['online', 'visible'])
})

test('reports pagehide and a restored pageshow, but not an initial one', () => {
  const wakings: string[] = []
  const unwatch = watchTabletWake((wake) => wakings.push(wake))
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  unwatch()
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(wakings).toEqual(['left', 'back'])
})
