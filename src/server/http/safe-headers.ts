import { toBase64 } from '#server/runtime/base64.ts'

/** Device features that our pages may use. Notifications have no name in this list. */
const mayUse = ['camera', 'clipboard-write', 'fullscreen', 'screen-wake-lock', 'autoplay']
const mayNotUse = [
  'accelerometer',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

const everywhere: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': [...mayUse.map((name) => `${name}=(self)`), ...mayNotUse.map((name) => `${name}=()`)].join(
    ', ',
  ),
}

/** Defaults for an answer that does not set them: it is no page, and is not cached. */
const defaults: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
}

const yearSeconds = 365 * 24 * 60 * 60

/** Sets headers that limit what a browser does with an answer. `isSecure`: it leaves by https. */
export function setSafeHeaders(headers: Headers, isSecure: boolean): void {
  for (const [name, value] of Object.entries(everywhere)) headers.set(name, value)
  for (const [name, value] of Object.entries(defaults)) if (!headers.has(name)) headers.set(name, value)
  if (isSecure) headers.set('Strict-Transport-Security', `max-age=${yearSeconds}`)
}

/** Whether a request for this host came by https: only the public address does. */
export const isSecureHost = (publicOrigin: string, host: string): boolean => publicOrigin === `https://${host}`

/**
 * What a page may load and do. From other hosts it needs only product pictures, whose host the vendor does not specify;
 * injected content gets no more than that.
 */
const directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' https:",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  // The one policy is for the addresses of our workers.
  'trusted-types': 'desk',
} as const

type Directive = keyof typeof directives | 'frame-src'

/**
 * What the practice store and the demo allow besides: their page for training shows the page itself in frames. A live desk
 * is never framed, so that no other page can lay something over its buttons.
 */
export const framesOfItself = { 'frame-src': "'self'", 'frame-ancestors': "'self'" } as const

/** The page's policy, with some directives replaced, or omitted if undefined. */
export function contentPolicy(otherwise: Readonly<Partial<Record<Directive, string | undefined>>> = {}): string {
  const pairs = Object.entries({ ...directives, ...otherwise }).filter(([, sources]) => sources !== undefined)
  return pairs.map(([directive, sources]) => `${directive} ${sources}`).join('; ')
}

const inline = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/gi

/** The page's policy for inline scripts and styles: each is allowed by its hash. */
export async function contentPolicyOf(
  html: string,
  subtle: Pick<SubtleCrypto, 'digest'>,
  otherwise: Parameters<typeof contentPolicy>[0] = {},
): Promise<string> {
  const hashes = { script: ["'self'"], style: ["'self'"] }
  for (const [, tag = '', attributes = '', text = ''] of html.matchAll(inline)) {
    if (/\ssrc=/i.test(attributes)) continue
    const kind = tag.toLowerCase() === 'script' ? 'script' : 'style'
    hashes[kind].push(
      `'sha256-${toBase64(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text))))}'`,
    )
  }
  return contentPolicy({ 'script-src': hashes.script.join(' '), 'style-src': hashes.style.join(' '), ...otherwise })
}
