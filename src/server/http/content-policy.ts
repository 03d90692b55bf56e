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

type Directive = keyof typeof directives

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
    hashes[kind].push(`'sha256-${base64(await subtle.digest('SHA-256', new TextEncoder().encode(text)))}'`)
  }
  return contentPolicy({ 'script-src': hashes.script.join(' '), 'style-src': hashes.style.join(' '), ...otherwise })
}

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)))
