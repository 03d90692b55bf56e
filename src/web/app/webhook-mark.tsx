import { Icon } from '#web/components/icon.tsx'
import { useMe } from '#web/features/people/people-queries.ts'
import { webhooksQuery } from '#web/features/webhooks/webhook-queries.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'

/** Beside other screens, so rarer than on the screen of webhooks. */
const refetchInterval = 60_000

/** Tells a manager, on all screens of Manage, that receivers fail or have ended their webhooks. */
export function WebhookMark() {
  const t = useTranslate()
  const isManager = useMe()?.is_manager === true
  const { data: webhooks = [] } = useQuery({ ...webhooksQuery(), enabled: isManager, refetchInterval })
  const count = webhooks.filter(({ state }) => state === 'failing' || state === 'ended').length
  // What a manager has read before is not for the next person.
  if (!isManager || count === 0) return null
  return (
    <>
      {' '}
      <span className="ms-2 inline-flex text-red">
        <Icon name="warning" className="size-5" />
        <span className="sr-only">{t('webhooks.failingCount', { count })}</span>
      </span>
    </>
  )
}
