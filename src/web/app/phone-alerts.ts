import { readAlertedAs } from '#web/api/preferences.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useLanguage } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/**
 * Alerts to this browser: opens the screen of one that was pressed, which the service worker
 * (`web/shell/shell-worker.ts`) names, and keeps the subscription that of the person who is signed in.
 */
export function usePhoneAlerts(): void {
  const navigate = useNavigate()
  const language = useLanguage()
  const personId = useQuery(sessionQuery()).data?.staff?.id
  useEffect(() => {
    const { serviceWorker } = navigator as Partial<Navigator>
    const open = ({ data, ports }: MessageEvent<{ readonly open?: unknown } | null>) => {
      if (typeof data?.open !== 'string') return
      void navigate(data.open)
      ports[0]?.postMessage('opened')
    }
    serviceWorker?.addEventListener('message', open)
    return () => serviceWorker?.removeEventListener('message', open)
  }, [navigate])
  useEffect(() => {
    if (personId === undefined || readAlertedAs() === null) return
    import('#web/features/alerts/phone-push.ts')
      .then(({ keepAlerts }) => keepAlerts({ personId, language }))
      // Without a network it is tried with the next page.
      .catch(() => undefined)
  }, [personId, language])
}
