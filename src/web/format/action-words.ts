import type { MessageKey } from '#web/i18n/translations.tsx'

/** The message for each action of this desk and its outcome. */
export const actionWords: Readonly<Record<string, Extract<MessageKey, `timeline.${string}`>>> = {
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
