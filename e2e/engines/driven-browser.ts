/** A browser that no library of ours drives: as much of it as the journeys need. What is looked for is told by XPath. */
export interface DrivenBrowser {
  open(url: string): Promise<void>
  /** Gives the browser a cookie for the site that is open. */
  setCookie(name: string, value: string): Promise<void>
  /** Waits for what XPath finds, and taps it. */
  tap(xpath: string): Promise<void>
  /** Waits until something is there and seen. @returns its text. */
  see(xpath: string): Promise<string>
  /** Waits until nothing of it is seen any more. */
  gone(xpath: string): Promise<void>
  /** Runs the body of a function in the page. @returns what it returns, as JSON. */
  run(body: string, ...values: readonly unknown[]): Promise<unknown>
  resize(width: number, height: number): Promise<void>
  /** The screen, as a PNG. */
  picture(): Promise<Buffer>
  quit(): Promise<void>
}

/** One of its own, with all that was started for it. */
export interface RunningBrowser {
  readonly browser: DrivenBrowser
  stop(): Promise<void>
}

export class DrivenBrowserError extends Error {}

const timeoutMs = 20_000
const paceMs = 100

/** Looks until there is something. @param pageText what the page says, for whoever reads that there was nothing. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined>,
  pageText: () => Promise<unknown>,
): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end)
      throw new DrivenBrowserError(`${what}, after ${timeoutMs} ms. The page says:\n${String(await pageText())}`)
    await new Promise((resolve) => setTimeout(resolve, paceMs))
  }
}
