/** Which page the desk would give now, by the name of its first script: that is another one in every version. */
export type Newest = { readonly is: 'this' | 'unknown' } | { readonly is: 'newer'; readonly entry: string }

const entryOf = (html: string): string | undefined => /<script[^>]* src="([^"]+\.js)"/.exec(html)?.[1]

/**
 * Asks the desk whether it has another page than the one that runs, whose first script has the address `entry`. What is
 * no page of ours (a proxy's own, a hotel's) tells nothing.
 */
export async function newestPage(
  fetchPage: (address: string, init: RequestInit) => Promise<Response>,
  entry: string,
): Promise<Newest> {
  const limit = AbortSignal.timeout(limitMs)
  try {
    const answer = await fetchPage(import.meta.env.BASE_URL, { cache: 'no-cache', signal: limit })
    const newest = answer.ok && !answer.redirected ? entryOf(await answer.text()) : undefined
    if (newest === undefined) return { is: 'unknown' }
    return newest === entry ? { is: 'this' } : { is: 'newer', entry: newest }
  } catch {
    return { is: 'unknown' }
  }
}

const limitMs = 20_000
