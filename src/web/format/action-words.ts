import type { WordKey } from '#web/i18n/translations.tsx'

/** What was done to an order from this desk, and how it ended, in words. */
export const actionWords: Readonly<Record<string, Extract<WordKey, `timeline.${string}`>>> = {
  'accept done': 'timeline.accepted',
  'reject done': 'timeline.rejected',
  'reject asked': 'timeline.asked',
  'ready done': 'timeline.readied',
  'accept failed': 'timeline.acceptFailed',
  'reject failed': 'timeline.rejectFailed',
  'ready failed': 'timeline.readyFailed',
  'accept unknown': 'timeline.unknown',
  'reject unknown': 'timeline.unknown',
  'ready unknown': 'timeline.unknown',
  'hand over done': 'timeline.handedOver',
  'hand over undone': 'timeline.handOverUndone',
  'return done': 'timeline.returned',
  'return undone': 'timeline.returnUndone',
}
