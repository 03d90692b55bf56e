import { DrivenBrowserError, until, type DrivenBrowser } from './driven-browser.ts'

/** An element reference of WebDriver. */
interface Element {
  readonly 'element-6066-11e4-a52e-4f735466cecf': string
}

async function send(address: string, method: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(address, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { readonly value: unknown }
  if (!answer.ok) throw new DrivenBrowserError(JSON.stringify(value))
  return value
}

/** Opens a browser through a W3C WebDriver. @param driver its address. */
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
      // React may just have replaced the element.
      const isSeen = await send(`${session}/element/${id}/displayed`, 'GET').catch(() => false)
      if (isSeen === true) return id
    }
    return undefined
  }

  const text = async () => String(await run('return document.body.innerText'))
  const run = (script: string, ...args: readonly unknown[]) => post('/execute/sync', { script, args })

  return {
    open: async (url) => void (await post('/url', { url })),
    setCookie: async (name, value) => void (await post('/cookie', { cookie: { name, value, path: '/' } })),
    press: async (xpath) => {
      await until(
        `Nothing to tap: ${xpath}`,
        async () => {
          const id = await find(xpath)
          if (id === undefined) return undefined
          // It moved or is covered; a person would try again.
          const isDone = post(`/element/${id}/click`).then(() => true)
          return (await isDone.catch(() => false)) ? true : undefined
        },
        text,
      )
    },
    see: (xpath) =>
      until(
        `Not there: ${xpath}`,
        async () => {
          const id = await find(xpath)
          return id === undefined
            ? undefined
            : String(await send(`${session}/element/${id}/text`, 'GET').catch(() => ''))
        },
        text,
      ),
    gone: async (xpath) => {
      await until(`Still there: ${xpath}`, async () => ((await find(xpath)) === undefined ? true : undefined), text)
    },
    run,
    resize: async (width, height) => void (await post('/window/rect', { width, height })),
    quit: async () => void (await send(session, 'DELETE')),
  }
}
