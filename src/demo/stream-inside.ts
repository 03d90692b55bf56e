import { feedPath } from '#contract/desk/feed.ts'
import { isLost } from '#practice/wifi.ts'

/**
 * Answers the feed in the page itself. WebKit hands no stream to a service worker: there the page would wait for the end
 * of an answer that has none, and never be live.
 * @param answer what the worker would be given for everything else.
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
