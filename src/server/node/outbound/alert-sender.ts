import type { Alert } from '#server/observability/alerts.ts'

const timeLimitMs = 10_000

/** Sends an alert to ALERT_URL. @throws if it was not accepted; the error omits the address, which may be a secret. */
export const createAlertSender =
  (url: string) =>
  async (alert: Alert): Promise<void> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(alert),
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    }).catch((error: unknown) => {
      throw new Error(`ALERT_URL cannot be reached (${reasonOf(error)})`)
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`ALERT_URL answered ${response.status}`)
  }

/** The system's error code, because a message would contain the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
