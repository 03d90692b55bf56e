import type { Failure } from '#web/api/http/failure.ts'
import type { Translate, MessageKey } from '#web/i18n/translations.tsx'

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

/** Why a read failed, and what follows. */
export function readFailureWords({ code, message }: Pick<Failure, 'code' | 'message'>, t: Translate): string {
  switch (code) {
    case 'offline':
    case 'no_contact':
      return t('failure.read.noContact')
    case 'store_unavailable':
    case 'vendor_auth_failed':
    case 'vendor_busy':
    case 'vendor_timeout':
    case 'vendor_unreadable':
      return t(`failure.read.${code}`)
    case 'order_not_found':
      return t('order.notFound')
    default:
      return t('failure.read.other', { message })
  }
}
