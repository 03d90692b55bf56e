/** Which page the desk would give now, by its name. */
export type Newest = { readonly is: 'this' | 'unknown' } | { readonly is: 'newer'; readonly name: string }

/** What a page is known by: its first script and its stylesheet, whose names change with what is in them. */
export function nameOfPage(html: string): string | undefined {
  const script = /<script[^>]* src="([^"]+\.js)"/.exec(html)?.[1]
  // The stylesheet stands in the page itself; see `build/inline-styles.ts`.
  const styles = /<style data-name="([^"]+)"/.exec(html)?.[1]
  return script && [script, styles].join(' ')
}

/**
 * Asks the desk whether it has another page than the one that runs, which is known by the name `running`. What is no
 * page of ours (a proxy's own, a hotel's) tells nothing.
 */
export async function newestPage(
  fetchPage: (address: string, init: RequestInit) => Promise<Response>,
  running: string,
): Promise<Newest> {
  const limit = AbortSignal.timeout(limitMs)
  try {
    const answer = await fetchPage(import.meta.env.BASE_URL, { cache: 'no-cache', signal: limit })
    const newest = answer.ok && !answer.redirected ? nameOfPage(await answer.text()) : undefined
    if (newest === undefined) return { is: 'unknown' }
    return newest === running ? { is: 'this' } : { is: 'newer', name: newest }
  } catch {
    return { is: 'unknown' }
  }
}

const limitMs = 20_000
