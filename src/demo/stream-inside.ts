import { feedPath } from '#contract/desk/feed.ts'
import { isLost } from '#practice/wifi.ts'

/**
 * Answers the feed in the page itself. WebKit does not stream through a service worker: the page would wait for the end
 * of an endless answer, and never be live.
 * @param answer the handler that the worker uses for everything else.
 */
export function streamInside(answer: (request: Request) => Promise<Response>): void {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    if (input !== feedPath) return fetch(input, init)
    const response = await answer(new Request(input, init))
    if (isLost(response)) throw new TypeError('The line is cut.')
    return response
  }
}
