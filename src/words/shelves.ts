/** What every screen needs from its first moment on; all other words come with the screen that says them. */
const first = [
  'app.',
  'nav.main',
  'nav.orders',
  'contact.',
  'order.',
  'line.',
  'value.',
  'time.',
  'action.',
  'cannot.',
  'doing.',
  'held.',
  'done.',
  'failure.title',
  'failure.retry',
  'failure.noContact',
  'failure.read.',
  'screen.crashed',
  'screen.notLoaded',
  'screen.reload',
]

export const isWantedFirst = (key: string): boolean => first.some((start) => key.startsWith(start))
