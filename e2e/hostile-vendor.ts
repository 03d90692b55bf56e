import type { Simulator } from '#simulator/simulator.ts'

/** What every script in these texts would do if it ran. */
const attack = 'globalThis.hacked=true'

const hostileTexts = [
  `<script>${attack}</script>`,
  `<img src=x onerror="${attack}">`,
  `"><svg onload=${attack}>`,
  `javascript:${attack}`,
  `</title></textarea><script>${attack}</script>`,
  `{{constructor.constructor('${attack}')()}}`,
  `\u202Egnp.exe \u2066\u2067\u2068 bidi`,
  `\u200B\uFEFF\u00AD`,
  'x'.repeat(200),
  'كلمة '.repeat(40),
  `<base href=//evil.test><style>*{display:none}</style>`,
] as const

/** Pictures may be loaded by https: this one is a drawing with a script. */
export const hostileDrawing = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="${attack}"><script>${attack}</script></svg>`
export const drawingAddress = 'https://pictures.test/drawing.svg'

const hostileAddresses = [
  drawingAddress,
  `javascript:${attack}`,
  `data:text/html,<script>${attack}</script>`,
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${attack}"/>`,
  'http://evil.test/plain.png',
  '//evil.test/no-scheme.png',
  '/practice/pictures/../../api/desk/session',
  'blob:https://evil.test/1',
  'https://',
  `x" onerror="${attack}`,
] as const

const texts =
  /(?:^|_)(?:name|title|description|reason|message|receipt_number|print_order_number|reference_id|sku|en|ar|fr)$/
const addresses = /(?:image|images|image_url|featured_icon)$/
const colours = /_hex$|_color$|^border_radius$/

/** The same text for the same place, because a repeated read must not look like a change. */
const at = (list: readonly string[], path: string): string =>
  list[[...path].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % list.length] ?? ''

function worse(value: unknown, key: string, path: string): unknown {
  if (typeof value === 'string' && addresses.test(key)) return at(hostileAddresses, path)
  if (typeof value === 'string' && texts.test(key)) return at(hostileTexts, path)
  if (typeof value === 'string' && colours.test(key)) return 'url(https://evil.test/colour)'
  if (key === 'customizations') return { [at(hostileTexts, path)]: [hostileTexts[1], { deeper: hostileTexts[2] }] }
  if (Array.isArray(value)) return value.map((member, index) => worse(member, key, `${path} ${index}`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, worse(each, name, `${path} ${name}`)]))
}

/** Makes the simulator answer with hostile texts; ids, keys and numbers stay, so that they are displayed. */
export function turnHostile(vendor: Simulator): void {
  const honest = vendor.fetch
  Object.assign(vendor, {
    async fetch(request: Request): Promise<Response> {
      const answer = await honest(request)
      return Response.json(worse(await answer.json(), '', ''), { status: answer.status })
    },
  })
}
