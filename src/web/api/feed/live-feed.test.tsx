import { expect, test } from 'vitest'
import { watchTabletWake } from './live-feed.ts'

test('a tablet wakes when its network is back, and when its page is looked at again', () => {
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

test('a page that is left says so, and again when it is come back to; one that is opened was not left', () => {
  const wakings: string[] = []
  const unwatch = watchTabletWake((wake) => wakings.push(wake))
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  unwatch()
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(wakings).toEqual(['left', 'back'])
})
