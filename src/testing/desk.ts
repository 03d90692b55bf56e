import { createProxy, type Proxy, type ProxyConfig } from '#proxy/proxy.ts'
import type { Sender } from '#proxy/door.ts'
import { createMemoryStore } from '#proxy/store-memory.ts'
import { createSimulator, type Simulator } from '#simulator/simulator.ts'
import { createTestClock, type TestClock } from './clock.ts'

export const testToken = 'test-token-that-must-not-leak'
export const testWebhookSecret = 'a-webhook-secret-of-this-test'
export const testOrigin = 'http://desk.test'

export interface TestDesk {
  readonly proxy: Proxy
  readonly vendor: Simulator
  readonly clock: TestClock
  /** What was logged, one entry a line. */
  readonly logged: readonly Readonly<Record<string, unknown>>[]
  /** Asks the proxy as its own page would. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Taps a button: an action with a key of its own, or with the one given. */
  tap(orderId: string, action: 'accept' | 'reject' | 'ready', body?: unknown, key?: string): Promise<Response>
  /** What the vendor was asked for: `POST /api/developer/v1/orders/1/accept`. */
  asked(method?: 'GET' | 'POST'): readonly string[]
}

interface TestDeskOptions {
  readonly config?: Partial<ProxyConfig>
  readonly sender?: Partial<Sender>
  /** Something other than the simulator as the vendor. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** A vendor and a desk in memory, on a clock that stands still. */
export function createTestDesk({ config, sender, fetch }: TestDeskOptions = {}): TestDesk {
  const clock = createTestClock()
  const vendor = createSimulator({ clock, token: testToken })
  const logged: Record<string, unknown>[] = []
  const store = createMemoryStore()
  const proxy = createProxy({
    clock,
    store,
    subtle: crypto.subtle,
    token: () => testToken,
    fetch: fetch ?? vendor.fetch,
    random: () => 0.5,
    digest: (text) =>
      `digest of ${text.length} characters: ${[...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)}`,
    log: (event, fields) => logged.push({ event, ...fields }),
    door: () => ({ host: 'desk.test', isSameOrigin: true, ...sender }),
    config: {
      mode: 'live',
      publicOrigin: testOrigin,
      hosts: ['desk.test'],
      vendorBaseUrl: 'https://vendor.test',
      responseWindowSeconds: 300,
      webhook: { mode: 'bearer', secret: testWebhookSecret },
      ...config,
    },
  })

  const ask: TestDesk['ask'] = (path, init) => proxy.fetch(new Request(testOrigin + path, init))
  return {
    proxy,
    vendor,
    clock,
    logged,
    ask,
    tap: (orderId, action, body, key = crypto.randomUUID()) =>
      ask(`/api/developer/v1/orders/${orderId}/${action}`, {
        method: 'POST',
        headers: { 'Idempotency-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    asked: (method) =>
      vendor.requests
        .filter((request) => !method || request.method === method)
        .map(({ method: verb, path }) => `${verb} ${path}`),
  }
}
