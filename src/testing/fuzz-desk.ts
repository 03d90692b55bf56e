import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiScope } from '#contract/desk/api-keys.ts'
import { getSession } from '#contract/desk/session.ts'
import { matchPath } from '#contract/endpoint.ts'
import type { PrinterRecord } from '#domain/print-job.ts'
import { keyAddresses } from '#server/api-keys/key-access.ts'
import { openApiOf } from '#server/open-api/open-api.ts'
import { createPages } from '#server/node/http/pages.ts'
import type { Store } from '#server/storage/store.ts'
import { apiKeyOf } from './api-key-store-suite.ts'
import { createTestClock } from './clock.ts'
import { createTestAlerts } from './alerts.ts'
import type { AskDesk } from '#server/shops/shop-reader.ts'
import { createTestDesk, testOrigin, testToken } from './desk.ts'
import { fuzzShop, fuzzWebhookId } from './fuzz-bodies.ts'
import { fuzzApiKeys, fuzzHost, fuzzPrinterKeys, fuzzRequest, type FuzzRequest } from './fuzz-requests.ts'
import { hostileText } from './fuzz-texts.ts'
import { createFuzzVendor } from './fuzz-vendor.ts'
import { webhookOf } from './webhook-store-suite.ts'

export interface Fuzzed {
  readonly requests: number
  /** The number of answers by status. */
  readonly statuses: Readonly<Record<string, number>>
  readonly vendorCalls: number
  /** The violations; empty on success. */
  readonly wrong: readonly string[]
}

interface FuzzOptions {
  readonly requests: number
  readonly seed: number
  readonly store?: Store
  /** Called after every batch. */
  readonly onBatch?: (done: number) => void
}

const batch = 500
const canary = 'this-file-is-not-of-the-page'
/** The secret of the webhook, which is never shown again. */
const fuzzSecret = `whsec_${btoa('a-secret-that-must-not-leak')}`
const wrongAtMost = 20

const askingPrinter = (kind: 'cloudprnt' | 'epson', setUpAt: number): PrinterRecord => ({
  id: `fuzz-${kind}`,
  name: kind,
  kind,
  address: null,
  keyHash: createHash('sha256').update(fuzzPrinterKeys[kind]).digest('base64url'),
  width: 80,
  prints: [{ what: 'kitchen', on: 'accept', copies: 1 }],
  languages: ['en'],
  categoryIds: null,
  backupId: null,
  opensDrawer: false,
  setUpAt,
  state: { is: 'unknown', since: setUpAt, seenAt: null },
})

/** Sends random requests to a desk with an equally unreliable vendor, and checks each answer against the rules. */
export async function fuzz({ requests, seed, store, onBatch }: FuzzOptions): Promise<Fuzzed> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-fuzz-'))
  const clock = createTestClock()
  const vendor = createFuzzVendor(seed, clock)
  let sender = { host: fuzzHost, isSameOrigin: true }
  const desk = createTestDesk({
    alerts: createTestAlerts().outside,
    receivers: {
      allowsUrl: ({ protocol }) => protocol === 'https:',
      post: async () => ({ status: 204, retryAfter: null }),
    },
    config: { otherDesks: [{ name: 'Mansour', url: fuzzShop.url }] },
    askDesk: createFuzzShop(seed),
    clock,
    fetch: vendor.fetch,
    pages: await createPages(pagesIn(folder)),
    ...(store && { store }),
    // Read while a request arrives, so it is that request's context.
    sender: {
      get host() {
        return sender.host
      },
      get isSameOrigin() {
        return sender.isSameOrigin
      },
    },
  })
  const closing = new AbortController()
  // Signs Sara in first.
  await desk.ask('/api/desk/session')
  for (const kind of ['cloudprnt', 'epson'] as const) await desk.store.savePrinter(askingPrinter(kind, clock.now()))
  await desk.store.addWebhook(webhookOf(fuzzWebhookId, { secrets: [{ secret: fuzzSecret, until: null }] }))
  for (const [key, scopes] of Object.entries(fuzzApiKeys)) {
    const keyHash = createHash('sha256').update(key).digest('base64url')
    await desk.store.addApiKey(apiKeyOf(key, { name: key, keyHash, scopes }))
  }
  await desk.open(closing.signal)
  const statuses: Record<string, number> = {}
  const wrong: string[] = []
  let waiting = 0

  async function send(fuzzed: FuzzRequest): Promise<void> {
    const { method, path, headers, body, cookie } = fuzzed
    sender = { host: fuzzed.host.toLowerCase(), isSameOrigin: fuzzed.isSameOrigin }
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const request = new Request(testOrigin + path, { method, headers, ...(hasBody && { body: body ?? null }) })
    const stranger = { header: () => cookie, keep: () => undefined }
    const response = await desk.proxy.fetch(request, isStranger(fuzzed) ? stranger : undefined)
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
    const complaint = await complaintAbout(response, request)
    if (complaint) wrong.push(`${complaint}: ${JSON.stringify({ ...fuzzed, body: String(body).slice(0, 300) })}`)
  }

  for (let done = 0; done < requests && wrong.length < wrongAtMost; done += batch) {
    for (const each of fc.sample(fuzzRequest, { seed: seed + done, numRuns: Math.min(batch, requests - done) })) {
      waiting += 1
      void send(each)
        .catch((error: unknown) => wrong.push(`${String(error)}: ${JSON.stringify(each).slice(0, 500)}`))
        .finally(() => (waiting -= 1))
      await clock.advance(40)
    }
    for (const { event, stack } of desk.logged) if (event === 'failed') wrong.push(`failed: ${JSON.stringify(stack)}`)
    ;(desk.logged as unknown[]).length = 0 // The fuzzer owns the log, and nobody else reads it.
    onBatch?.(done)
  }
  await clock.advance(60_000)
  closing.abort()
  await clock.advance(60_000)
  rmSync(folder, { recursive: true })
  if (waiting > 0) wrong.push(`${waiting} requests have no answer.`)
  if (Object.keys(Object.prototype).length > 0) wrong.push('Every object has a new field.')
  return { requests, statuses, vendorCalls: vendor.calls(), wrong: [...wrong, ...vendor.breaches] }
}

/** Another desk that answers anything, never, or not at all. */
function createFuzzShop(seed: number): AskDesk {
  const texts = fc.sample(
    fc.oneof(
      hostileText,
      fc.json().map((json) => `{"data":${json}}`),
    ),
    { seed, numRuns: 50 },
  )
  let asked = 0
  return async () => {
    asked += 1
    if (asked % 7 === 0) return new Promise(() => undefined)
    if (asked % 5 === 0) throw new Error('There is no connection.')
    const status = asked % 3 === 0 ? 100 + ((asked * 37) % 500) : 200
    return { status, retryAfter: texts.at(-asked % 50), text: texts[asked % 50] ?? '' }
  }
}

/** A page with a few files, and a file outside of its folder. */
function pagesIn(folder: string): string {
  const root = join(folder, 'dist')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Vendor Desk</title>')
  writeFileSync(join(root, 'assets', 'page-1.js'), 'export {}')
  writeFileSync(join(folder, 'secret.txt'), canary)
  return `${root}/`
}

/** Signing Sara out would hide everything behind the session. */
const isStranger = ({ who, method, path }: FuzzRequest) =>
  who === 'nobody' || (method === 'DELETE' && path.startsWith(getSession.path))

const ours = /^\/(?:(?:api|practice|metrics|healthz|readyz)(?:\/|$)|webhooks\/)/

async function complaintAbout(
  response: Response,
  { method, url, headers: sent }: Request,
): Promise<string | undefined> {
  const { status, headers } = response
  const type = headers.get('Content-Type') ?? ''
  if (type.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return undefined
  }
  const text = await response.text()
  if (status === 500 || status > 504) return `answered ${status}`
  if (headers.has('Access-Control-Allow-Origin')) return 'lets other sites read'
  if ([testToken, canary, fuzzSecret, fuzzShop.key].some((secret) => text.includes(secret))) return 'told a secret'
  if (!ours.test(new URL(url).pathname)) return undefined
  const scopes = scopesOf(sent)
  if (scopes && headers.has('Set-Cookie')) return 'gave a program a cookie'
  if (scopes && /"(?:pickup|return)_otp"/.test(text)) return 'told a program a hand-over code'
  const surprise = scopes && surpriseIn({ method, url, scopes, status, headers, text })
  if (surprise) return surprise
  if (!/no-store|no-cache/.test(headers.get('Cache-Control') ?? '')) return 'may be kept'
  return status < 400 || text === '' || isError(text) ? undefined : `answered ${status} with ${text.slice(0, 200)}`
}

/** What the key of a request may do; undefined without a key. */
const scopesOf = (sent: Headers): readonly ApiScope[] | undefined =>
  Object.entries(fuzzApiKeys).find(([key]) => sent.get('Authorization') === `Bearer ${key}`)?.[1]

interface ProgramAnswer {
  readonly method: string
  readonly url: string
  readonly scopes: readonly ApiScope[]
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const { paths, components } = openApiOf(testOrigin)

/** An answer as it is described, by itself or for all operations. */
function describedAs(operation: (typeof paths)[string][string] | undefined, status: number) {
  const described = operation?.responses[status]
  if (!described || !('$ref' in described)) return described
  return components.responses[described.$ref.replace('#/components/responses/', '')]
}

/** An answer to a key that its scopes do not allow, or that the description of the API does not know. */
function surpriseIn({ method, url, scopes, status, headers, text }: ProgramAnswer): string | undefined {
  const asked = method === 'HEAD' ? 'GET' : method
  const address = keyAddresses.find((each) => each.method === asked && matchPath(each.path, new URL(url).pathname))
  if (!address) return status < 400 ? 'let a key in where none may be' : undefined
  if (address.scope !== null && !scopes.includes(address.scope))
    return status < 400 ? `let a key in without ${address.scope}` : undefined
  const operation = paths[address.path.replaceAll(/:(\w+)/g, '{$1}')]?.[asked.toLowerCase()]
  const described = describedAs(operation, status)
  // The host and the size of all headers are looked at before the key is.
  if (status === 421 || status === 431) return undefined
  const code = status < 400 || text === '' ? undefined : (JSON.parse(text) as { readonly code: string }).code
  const isKnown = described && (code === undefined || described.description.includes(`\`${code}\``))
  if (isKnown && (!headers.has('Retry-After') || 'Retry-After' in described.headers)) return undefined
  return `answered ${address.name} with ${status} ${code}, which the description does not know`
}

function isError(text: string): boolean {
  const body = JSON.parse(text) as { readonly status?: unknown; readonly code?: unknown } | null // Checked below.
  return body?.status === 'error' && typeof body.code === 'string'
}
