import webPush from 'web-push'
import type { AlertMessage } from '#server/alerts/call-body.ts'
import type { AlertsOutside } from '#server/alerts/outside.ts'
import { createPushService, type PushService } from './push-service.ts'

export interface TestAlerts {
  readonly outside: AlertsOutside
  readonly pushService: PushService
  /** What the address of ALERT_URL got, oldest first. */
  readonly calls: readonly AlertMessage[]
  /** Runs before each push; it may wait or throw. */
  beforePush: (phone: string, signal: AbortSignal) => Promise<void>
  /** Runs before each call. */
  beforeCall: (message: AlertMessage) => Promise<void>
  /** The phones of each push that was tried. */
  readonly tried: readonly string[]
}

/** Phones and an address in memory. The address is there if `callHosts` names one. */
export function createTestAlerts(callHosts: readonly string[] = []): TestAlerts {
  const pushService = createPushService()
  const calls: AlertMessage[] = []
  const tried: string[] = []
  const alerts: TestAlerts = {
    pushService,
    calls,
    tried,
    beforePush: async () => undefined,
    beforeCall: async () => undefined,
    outside: {
      makePushKeys: () => webPush.generateVAPIDKeys(),
      allowsEndpoint: ({ protocol }) => protocol === 'https:',
      async sendPush({ endpoint, keys, payload, ttl, urgency, topic, vapid }, signal) {
        const phone = endpoint.split('/').at(-1) ?? ''
        tried.push(phone)
        await alerts.beforePush(phone, signal)
        pushService.serverKey ||= vapid.publicKey
        const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { ...keys } }, payload, {
          vapidDetails: { ...vapid },
          TTL: ttl,
          urgency,
          topic,
        })
        return pushService.take(endpoint, new Headers(headers as Record<string, string>), body ?? Buffer.alloc(0))
      },
      callHosts,
      async sendCall(_place, message) {
        await alerts.beforeCall(message)
        calls.push(message)
      },
      isCallSigned: false,
    },
  }
  return alerts
}
