import { feedPath } from '#contract/desk/feed.ts'
import { isLost } from '#practice/wifi.ts'

/**
 * Answers the feed in the page itself. WebKit does not stream through a service worker: the page would wait for the end
 * of an endless answer, and never be live.
 * @param answer the handler that the worker uses for everything else.
 * @param isInside which paths are answered here; only the feed's by default.
 */
export function streamInside(
  answer: (request: Request) => Promise<Response>,
  isInside = (path: string): boolean => path === feedPath,
): void {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    if (typeof input !== 'string' || !isInside(input)) return fetch(input, init)
    const response = await answer(new Request(input, init))
    if (isLost(response)) throw new TypeError('The line is cut.')
    return response
  }
}
