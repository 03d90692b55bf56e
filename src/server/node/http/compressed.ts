import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/**
 * Lists, which grow with the shop: 25 orders are 60 KB, a third of a second on a slow line. And the page that has the
 * board in it. Neither holds a code or a secret, whose letters the length of a compressed answer could tell to whoever
 * listens and asks for much (BREACH).
 */
const compressible =
  /^\/(?:\?|$)|^\/api\/(?:desk\/(?:orders|catalog\/items)|developer\/v1\/(?:items|categories|brands|variant-attributes))(?:\?|$)/
/** Under this it is one packet or three either way. */
const leastBytes = 4096
/** A tenth of the length in a millisecond; more takes several times as long for little. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((each) => {
    const [name = '', ...rest] = each.toLowerCase().replaceAll(' ', '').split(';')
    return name === encoding && !rest.some((part) => /^q=0(?:\.0*)?$/.test(part))
  })

/** An answer as it goes over the wire to whoever asked at this address: a long list compressed, where that is taken. */
export async function compressed(path: string, accepted: string | undefined, response: Response): Promise<Response> {
  const { status, headers } = response
  if (!compressible.test(path) || status !== 200 || headers.has('Content-Encoding')) return response
  headers.append('Vary', 'Accept-Encoding')
  // Whoever asks for the head alone is told no length: that of the list is known to GET.
  if (response.body === null) return response
  const body = new Uint8Array(await response.arrayBuffer())
  const encoding = ['br', 'gzip'].find((each) => accepts(accepted ?? '', each))
  if (body.byteLength < leastBytes || encoding === undefined) return new Response(body, { status, headers })
  headers.set('Content-Encoding', encoding)
  headers.delete('Content-Length')
  const bytes = encoding === 'br' ? await toBrotli(body, quality) : await toGzip(body)
  return new Response(new Uint8Array(bytes), { status, headers })
}
