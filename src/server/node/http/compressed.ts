import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/**
 * Lists, which grow with the shop (25 orders are 60 KB, a third of a second on a slow connection), and the page that
 * contains the board. None contains a code or secret, which an eavesdropper could infer from the compressed length
 * (BREACH).
 */
const compressible =
  /^\/(?:\?|$)|^\/api\/(?:desk\/(?:orders|catalog\/items)|developer\/v1\/(?:items|categories|brands|variant-attributes))(?:\?|$)/
/** Below this size compression saves no packets. */
const leastBytes = 4096
/** Takes a millisecond for a tenth of the size; higher levels take several times as long for little. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((each) => {
    const [name = '', ...rest] = each.toLowerCase().replaceAll(' ', '').split(';')
    return name === encoding && !rest.some((part) => /^q=0(?:\.0*)?$/.test(part))
  })

/** Compresses the answer to a long list if the client accepts that. */
export async function compressed(path: string, accepted: string | undefined, response: Response): Promise<Response> {
  const { status, headers } = response
  if (!compressible.test(path) || status !== 200 || headers.has('Content-Encoding')) return response
  headers.append('Vary', 'Accept-Encoding')
  // HEAD gets no length: that of the list is known only to GET.
  if (response.body === null) return response
  const body = new Uint8Array(await response.arrayBuffer())
  const encoding = ['br', 'gzip'].find((each) => accepts(accepted ?? '', each))
  if (body.byteLength < leastBytes || encoding === undefined) return new Response(body, { status, headers })
  headers.set('Content-Encoding', encoding)
  headers.delete('Content-Length')
  const bytes = encoding === 'br' ? await toBrotli(body, quality) : await toGzip(body)
  return new Response(new Uint8Array(bytes), { status, headers })
}
