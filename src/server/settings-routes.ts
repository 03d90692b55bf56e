import { readOtherDesks, type OtherDesk } from '#contract/desk/other-desks.ts'
import { readVendorState } from '#contract/desk/vendor-state.ts'
import { webhook } from '#contract/desk/webhook.ts'
import { jsonBody, sameOriginOnly, type At } from '#server/http/guard.ts'
import type { Gate } from '#server/auth/require-sign-in.ts'
import { clockAheadSeconds, type ServiceClock } from '#server/vendor/service-clock.ts'
import type { VendorMonitor } from '#server/vendor/vendor-monitor.ts'
import type { WebhookCheck } from '#server/notifications/webhook-check.ts'
import { answer } from '#server/http/http-error.ts'
import type { DeskServerConfig } from './desk-server-deps.ts'

interface SettingsRouteDeps {
  readonly gate: Gate
  readonly vendor: Pick<VendorMonitor, 'state'>
  readonly serviceClock: Pick<ServiceClock, 'aheadMs'>
  readonly webhookCheck: WebhookCheck
  readonly config: Pick<DeskServerConfig, 'publicOrigin' | 'otherDesks'>
}

/** Routes for the settings screen: webhook, other desks and the vendor's state. */
export function settingsRoutes(at: At, { gate, vendor, serviceClock, webhookCheck, config }: SettingsRouteDeps): void {
  const { publicOrigin, otherDesks = [] } = config
  const desks = otherDesks.map((desk): OtherDesk => ({ ...desk, is_here: desk.url === publicOrigin }))
  at(webhook.read.path, { GET: [gate.enrolledOnly, webhookCheck.read] })
  at(webhook.test.path, { POST: [sameOriginOnly, jsonBody, gate.signedInOnly, webhookCheck.test] })
  at(readOtherDesks.path, { GET: [gate.enrolledOnly, () => answer(200, { data: desks })] })
  const vendorState = () => ({ ...vendor.state(), clock_ahead_seconds: clockAheadSeconds(serviceClock) })
  at(readVendorState.path, { GET: [gate.enrolledOnly, () => answer(200, { data: vendorState() })] })
}
