import { DrivenBrowserError, until, type DrivenBrowser } from './driven-browser.ts'

/** An answer to a command, or an event. */
interface Message {
  readonly id?: number
  readonly type: 'success' | 'error' | 'event'
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
}

type Send = (method: string, params?: object) => Promise<unknown>

async function connect(address: string): Promise<{ readonly send: Send; close(): void }> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new DrivenBrowserError(`Nobody answers at ${address}.`)), {
      once: true,
    })
  })
  const waiting = new Map<number, (message: Message) => void>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id === undefined) return
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  })
  // A closed browser sends no more answers.
  socket.addEventListener('close', () => {
    for (const answer of waiting.values()) answer({ type: 'error', error: 'The browser is gone.' })
    waiting.clear()
  })
  return {
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        if (socket.readyState !== WebSocket.OPEN) return reject(new DrivenBrowserError('The browser is gone.'))
        lastId += 1
        waiting.set(lastId, ({ type, result, error, message }) => {
          if (type === 'success') resolve(result)
          else reject(new DrivenBrowserError(`${method}: ${error ?? ''} ${message ?? ''}`))
        })
        socket.send(JSON.stringify({ id: lastId, method, params }))
      }),
    close: () => socket.close(),
  }
}

/** Runs in the page: the centre and text of the first visible element of an XPath. */
const seenBody = `
  const [xpath, isToBeTapped] = arguments
  const found = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null)
  for (let index = 0; index < found.snapshotLength; index += 1) {
    const element = found.snapshotItem(index)
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    if (isToBeTapped) element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0) continue
    const middle = { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) }
    const top = document.elementFromPoint(middle.x, middle.y)
    return { ...middle, text: element.innerText ?? '', isOnTop: top !== null && (element.contains(top) || top.contains(element)) }
  }
  return null`

interface Seen {
  readonly x: number
  readonly y: number
  readonly text: string
  /** Nothing covers it. */
  readonly isOnTop: boolean
}

/** Connects to a browser through W3C WebDriver BiDi. @param address of the browser. */
export async function driveByBidi(address: string): Promise<DrivenBrowser> {
  const { send, close } = await connect(`${address}/session`)
  await send('session.new', { capabilities: {} })
  const tree = (await send('browsingContext.getTree')) as { readonly contexts: readonly { readonly context: string }[] }
  const context = tree.contexts[0]?.context
  if (context === undefined) throw new DrivenBrowserError('The browser has no page.')

  async function run(body: string, ...values: readonly unknown[]): Promise<unknown> {
    const answer = (await send('script.callFunction', {
      // Arguments and results are JSON, which is simpler than the protocol's own values.
      functionDeclaration: `(...values) => JSON.stringify((function () { ${body} }).apply(null, values.map(JSON.parse)) ?? null)`,
      arguments: values.map((value) => ({ type: 'string', value: JSON.stringify(value) })),
      target: { context },
      awaitPromise: false,
    })) as { readonly result?: { readonly value?: string }; readonly exceptionDetails?: { readonly text: string } }
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text)
    return JSON.parse(answer.result?.value ?? 'null')
  }

  const text = () => run('return document.body.innerText')
  async function find(xpath: string, isToBeTapped = false): Promise<Seen | undefined> {
    try {
      return ((await run(seenBody, xpath, isToBeTapped)) as Seen | null) ?? undefined
    } catch (error) {
      // A page that is being left does not answer; an error in the page itself is a bug of the test.
      if (error instanceof DrivenBrowserError) return undefined
      throw error
    }
  }

  return {
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async setCookie(name, value) {
      const domain = await run('return location.hostname')
      await send('storage.setCookie', { cookie: { name, value: { type: 'string', value }, domain, path: '/' } })
    },
    async press(xpath) {
      const { x, y } = await until(
        `Nothing to tap: ${xpath}`,
        async () => {
          const seen = await find(xpath, true)
          return seen?.isOnTop ? seen : undefined
        },
        text,
      )
      await send('input.performActions', {
        context,
        actions: [
          {
            type: 'pointer',
            id: 'hand',
            actions: [
              { type: 'pointerMove', x, y },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      })
    },
    see: (xpath) => until(`Not there: ${xpath}`, async () => (await find(xpath))?.text, text),
    gone: async (xpath) => {
      await until(`Still there: ${xpath}`, async () => ((await find(xpath)) === undefined ? true : undefined), text)
    },
    run,
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    async quit() {
      await send('browser.close').catch(() => undefined)
      close()
    },
  }
}
