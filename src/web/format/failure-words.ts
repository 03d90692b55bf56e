import type { Failure } from '#web/api/http/failure.ts'
import type { Translate } from '#web/i18n/translations.tsx'

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
