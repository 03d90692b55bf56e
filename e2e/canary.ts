import { expect, type BrowserContext, type Page } from '@playwright/test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** Somewhere that a secret must not be: its name, and all that stands there. */
export interface Place {
  readonly name: string
  readonly content: string | Buffer
}

/** Where a secret was found, by its name and in which form: never the secret. */
export function findSecrets(places: readonly Place[], secrets: Readonly<Record<string, string>>): readonly string[] {
  const wanted = Object.entries(secrets).flatMap(([name, secret]) =>
    formsOf(secret).map(([form, text]) => ({ what: `${name} as ${form}`, text: asLetters(text) })),
  )
  return places.flatMap((place) => {
    const content = asLetters(place.content)
    return wanted.filter(({ text }) => content.includes(text)).map(({ what }) => `${place.name}: ${what}`)
  })
}

/** Letter by letter the bytes of it, so that one search will do for texts and for files of any kind. */
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

/** What stays of these bytes in the base64 of something longer, in which they begin so many bytes behind a multiple of 3. */
function insideBase64(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
  const from = Math.ceil((offset * 8) / 6)
  return text.slice(from, Math.floor(((offset + bytes.length) * 8) / 6))
}

/** Every file of a folder, those that are compressed as they are and unpacked. */
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

/** A bound, not a measure: the body of an answer that has ended is there by then. */
const bodyLimitMs = 5000

/**
 * Records what the browser is answered: the headers, but for the one that sets the cookies, and the bodies. Of a feed
 * whose page was left the browser never tells an end; it is recorded without its body.
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

/** All that a page leaves behind, as far as scripts can see it, and what it shows. */
export async function remainsOf(page: Page): Promise<Place> {
  const { origins } = await page.context().storageState({ indexedDB: true })
  const seen = await page.evaluate(async () => {
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    const asked = kept.flat()
    const addresses = asked.map(({ url }) => new URL(url).pathname)
    // What the page itself is made of is searched where it is built.
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
