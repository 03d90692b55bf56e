/** An element of the page, as WebDriver names it. */
interface Element {
  readonly 'element-6066-11e4-a52e-4f735466cecf': string
}

/** A browser that is driven over HTTP by the W3C's WebDriver protocol: as much of it as the journeys need. */
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

const patienceMs = 20_000
const paceMs = 100

class WebDriverError extends Error {}

async function send(address: string, method: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(address, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { readonly value: unknown }
  if (!answer.ok) throw new WebDriverError(JSON.stringify(value))
  return value
}

/** Opens a browser. @param driver the address of its driver. */
export async function driveBrowser(driver: string, capabilities: object): Promise<DrivenBrowser> {
  const alwaysMatch = capabilities
  const { sessionId } = (await send(`${driver}/session`, 'POST', { capabilities: { alwaysMatch } })) as {
    readonly sessionId: string
  }
  const session = `${driver}/session/${sessionId}`
  const post = (path: string, body: unknown = {}) => send(session + path, 'POST', body)

  async function find(xpath: string): Promise<string | undefined> {
    const found = (await post('/elements', { using: 'xpath', value: xpath })) as readonly Element[]
    for (const element of found) {
      const id = element['element-6066-11e4-a52e-4f735466cecf']
      // One that React has just replaced is not there any more.
      const isSeen = await send(`${session}/element/${id}/displayed`, 'GET').catch(() => false)
      if (isSeen === true) return id
    }
    return undefined
  }

  async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    const end = Date.now() + patienceMs
    for (;;) {
      const found = await look()
      if (found !== undefined) return found
      if (Date.now() > end) throw new WebDriverError(`${what}, after ${patienceMs} ms. The page says:\n${await text()}`)
      await new Promise((resolve) => setTimeout(resolve, paceMs))
    }
  }

  const text = async () => String(await run('return document.body.innerText'))
  const run = (script: string, ...args: readonly unknown[]) => post('/execute/sync', { script, args })

  return {
    open: async (url) => void (await post('/url', { url })),
    setCookie: async (name, value) => void (await post('/cookie', { cookie: { name, value, path: '/' } })),
    tap: async (xpath) => {
      await until(`Nothing to tap: ${xpath}`, async () => {
        const id = await find(xpath)
        if (id === undefined) return undefined
        // It moved, or something lies over it: a person would try again.
        const isDone = post(`/element/${id}/click`).then(() => true)
        return (await isDone.catch(() => false)) ? true : undefined
      })
    },
    see: (xpath) =>
      until(`Not there: ${xpath}`, async () => {
        const id = await find(xpath)
        return id === undefined ? undefined : String(await send(`${session}/element/${id}/text`, 'GET').catch(() => ''))
      }),
    gone: async (xpath) => {
      await until(`Still there: ${xpath}`, async () => ((await find(xpath)) === undefined ? true : undefined))
    },
    run,
    resize: async (width, height) => void (await post('/window/rect', { width, height })),
    picture: async () => Buffer.from(String(await send(`${session}/screenshot`, 'GET')), 'base64'),
    quit: async () => void (await send(session, 'DELETE')),
  }
}
