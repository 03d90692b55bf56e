import { expect, type BrowserContext, type Page } from '@playwright/test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** A place that must not contain a secret: its name and content. */
export interface Place {
  readonly name: string
  readonly content: string | Buffer
}

/** The places and forms of found secrets, never the secrets themselves. */
export function findSecrets(places: readonly Place[], secrets: Readonly<Record<string, string>>): readonly string[] {
  const wanted = Object.entries(secrets).flatMap(([name, secret]) =>
    formsOf(secret).map(([form, text]) => ({ what: `${name} as ${form}`, text: asLetters(text) })),
  )
  return places.flatMap((place) => {
    const content = asLetters(place.content)
    return wanted.filter(({ text }) => content.includes(text)).map(({ what }) => `${place.name}: ${what}`)
  })
}

/** One character per byte, so that one search works for texts and binary files. */
const asLetters = (content: string | Buffer): string => Buffer.from(content).toString('latin1')

function formsOf(secret: string): readonly (readonly [form: string, text: string])[] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const base64 = [0, 1, 2].map((offset) => insideBase64(bytes, offset))
  const json = JSON.stringify(secret).slice(1, -1)
  return [
    ['text', secret],
    ['JSON', json],
    ['JSON of PHP', json.replaceAll('/', String.raw`\/`)],
    ['hex', hex],
    ['HEX', hex.toUpperCase()],
    ['URL', encodeURIComponent(secret)],
    ['form', new URLSearchParams({ '': secret }).toString().slice(1)],
    ['URL, each letter', hex.replaceAll(/../g, '%$&')],
    ['URL, each letter, loud', hex.toUpperCase().replaceAll(/../g, '%$&')],
    ...base64.map((text) => ['base64', text] as const),
    ...base64.map((text) => ['base64url', text.replaceAll('+', '-').replaceAll('/', '_')] as const),
  ]
}

/** The part of the base64 of these bytes that does not depend on their surroundings, for an offset modulo 3. */
function insideBase64(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
  const from = Math.ceil((offset * 8) / 6)
  return text.slice(from, Math.floor(((offset + bytes.length) * 8) / 6))
}

/** All files of a folder, compressed ones also decompressed. */
export function filesIn(folder: string): readonly Place[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(folder, name)
    if (!statSync(path).isFile()) return []
    const content = readFileSync(path)
    if (name.endsWith('.br')) return [{ name, content: brotliDecompressSync(content) }]
    if (name.endsWith('.gz')) return [{ name, content: gunzipSync(content) }]
    return [{ name, content }]
  })
}

/** Generous: a finished response has its body by then. */
const bodyLimitMs = 5000

/**
 * Records the responses to a browser: headers, except the cookies, and bodies. The browser never reports the end of a
 * feed whose page was left, so its body is missing.
 */
export function recordAnswers(context: BrowserContext): () => Promise<readonly Place[]> {
  const answers: { readonly name: string; readonly headers: string; readonly body: Promise<string> }[] = []
  context.on('response', (response) => {
    const { 'set-cookie': _cookies, ...headers } = response.headers()
    const name = `answer of ${new URL(response.url()).pathname}`
    answers.push({ name, headers: JSON.stringify(headers), body: response.text().catch(() => '') })
  })
  return () => {
    const never = new Promise<string>((resolve) => void setTimeout(resolve, bodyLimitMs, ''))
    const whole = answers.map(async ({ name, headers, body }) => ({
      name,
      content: headers + (await Promise.race([body, never])),
    }))
    return Promise.all(whole)
  }
}

/** All data of a page that scripts can read, and its visible text. */
export async function remainsOf(page: Page): Promise<Place> {
  const { origins } = await page.context().storageState({ indexedDB: true })
  const seen = await page.evaluate(async () => {
    const cached = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    const asked = cached.flat()
    const addresses = asked.map(({ url }) => new URL(url).pathname)
    // The build's own files are checked where they are built.
    const isBuilt = (path: string) => path === '/' || /^\/(?:assets\/.+|icon-48\.png|manifest\.webmanifest)$/.test(path)
    const others = asked.filter((_request, at) => !isBuilt(addresses[at] ?? ''))
    return {
      storage: [{ ...localStorage }, { ...sessionStorage }],
      cookie: document.cookie,
      databases: await indexedDB.databases(),
      cached: others.map(({ url }) => new URL(url).pathname),
      cachedTexts: await Promise.all(others.map(async (request) => (await caches.match(request))?.text())),
      addresses: [location.href, document.referrer, window.name, ...performance.getEntries().map(({ name }) => name)],
      history: history.state as unknown,
      shown: document.documentElement.outerHTML,
    }
  })
  expect(seen).toMatchObject({ cookie: '', databases: [] })
  expect(seen.cached.filter((path) => path !== '/last-known')).toEqual([])
  return { name: 'page', content: JSON.stringify([origins, seen]) }
}
