/** A browser driven without a library, with just the functions that the journeys need. Elements are found by XPath. */
export interface DrivenBrowser {
  open(url: string): Promise<void>
  /** Sets a cookie for the open site. */
  setCookie(name: string, value: string): Promise<void>
  /** Waits for an element and presses it. */
  press(xpath: string): Promise<void>
  /** Waits until an element is visible. @returns its text. */
  see(xpath: string): Promise<string>
  /** Waits until no such element is visible. */
  gone(xpath: string): Promise<void>
  /** Runs a function body in the page. @returns its result, as JSON. */
  run(body: string, ...values: readonly unknown[]): Promise<unknown>
  resize(width: number, height: number): Promise<void>
  quit(): Promise<void>
}

/** A browser with all processes started for it. */
export interface RunningBrowser {
  readonly browser: DrivenBrowser
  stop(): Promise<void>
}

export class DrivenBrowserError extends Error {}

const timeoutMs = 20_000
const paceMs = 100

/** Polls until there is a result. @param pageText the page's text for the error message. */
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
