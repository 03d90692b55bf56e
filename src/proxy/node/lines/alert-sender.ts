import type { Alert } from '#proxy/feed/alerts.ts'

const timeLimitMs = 10_000

/** Tells ALERT_URL. @throws where it did not take the alert; the address, which may be a secret, is not in the error. */
export const createAlertSender =
  (url: string) =>
  async (alert: Alert): Promise<void> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(alert),
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`ALERT_URL answered ${response.status}`)
  }
