import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test as base } from './fixture.ts'

const test = base.extend<{ versioned: VersionedDesk }>({
  versioned: async ({ shop }, use) => {
    const versioned = await startVersioned(shop.desk.url)
    await use(versioned)
    versioned.stop()
  },
})

test.use({ serviceWorkers: 'allow' })

const shellsOf = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shell-')))
const isOfWorker = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null)

/** Marks the page. @returns a function that tells whether it is still the marked one. */
async function markPage(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(globalThis, { isMarked: true }))
  // During a reload there is no page to evaluate.
  return () => page.evaluate(() => 'isMarked' in globalThis).catch(() => true)
}

test(
  'tells a tablet with sound on of a new version, never on an order, and loads it on request',
  { tag: '@long' },
  async ({ shop, page, versioned }) => {
    test.setTimeout(120_000)
    const order = shop.vendor.placeOrder()
    shop.vendor.orders.move(order, 'preparing')
    await page.clock.install()
    await page.goto(versioned.url)
    await page.getByRole('button', { name: 'Turn on sound' }).click()
    await expect.poll(() => isOfWorker(page), { timeout: 30_000 }).toBe(true)
    const [old] = await shellsOf(page)
    const isSame = await markPage(page)
    await page.getByRole('article', { name: order.printNumber }).getByRole('link').click()
    await expect(page.getByRole('heading', { name: order.printNumber })).toBeVisible()

    versioned.publish()
    await shop.restart()
    await expect.poll(() => shellsOf(page), { timeout: 40_000 }).toHaveLength(2)
    const toast = page.getByText('A new version is ready')
    await page.clock.fastForward(8000)
    await expect(toast).toBeHidden()
    await page.getByRole('link', { name: 'Orders' }).click()
    await expect(toast).toBeVisible()
    await expect(page.getByText('turn the sound back on')).toBeVisible()
    // The search has typed text.
    await page.getByRole('searchbox', { name: 'Search orders' }).fill('1')
    await expect(toast).toBeHidden()
    await page.getByRole('searchbox', { name: 'Search orders' }).fill('')
    await expect(toast).toBeVisible()
    // Nor does it cover a waiting order.
    const waiting = shop.vendor.placeOrder()
    await expect(page.getByRole('article', { name: waiting.printNumber })).toBeVisible()
    await expect(toast).toBeHidden()
    shop.vendor.orders.move(waiting, 'preparing')
    await expect(toast).toBeVisible({ timeout: 30_000 })
    expect(await isSame()).toBe(true)

    await page.getByRole('button', { name: 'Update now' }).click()
    await expect.poll(isSame).toBe(false)
    await expect.poll(() => shellsOf(page), { timeout: 30_000 }).toEqual([old?.replace('-', '-next-')])
    await expect(toast).toBeHidden()
  },
)

test('loads a new version by itself on a tablet without sound after a minute without input', async ({
  shop,
  page,
  versioned,
}) => {
  test.setTimeout(120_000)
  await page.clock.install()
  await page.goto(versioned.url)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const isSame = await markPage(page)
  versioned.publish()
  await shop.restart()
  await expect(page.getByText('A new version is ready')).toBeVisible({ timeout: 40_000 })
  expect(await isSame()).toBe(true)
  await page.clock.fastForward(60_000)
  await expect.poll(isSame).toBe(false)
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 30_000 })
})

test('says that a removed chunk failed to load after an update, and offers a reload', async ({ page, versioned }) => {
  // As in a browser without a worker that keeps the old files.
  await page.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }))
  await page.goto(versioned.url)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  versioned.remove(/history-screen/)
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('alert')).toContainText('could not be loaded')
  versioned.remove(/^never$/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
})

/** A desk behind a proxy that can serve another version of its page. */
interface VersionedDesk {
  readonly url: string
  /** Makes the page, its first script and its worker those of another version. */
  publish(): void
  /** Removes files, as an update of the server does. */
  remove(files: RegExp): void
  stop(): void
}

const scriptOf = /\/assets\/(index-[\w-]+)\.js/g

async function startVersioned(deskUrl: string): Promise<VersionedDesk> {
  const desk = new URL(deskUrl)
  let isNext = false
  let gone: RegExp | undefined

  function pass(asked: IncomingMessage, answer: ServerResponse, path: string, change?: (text: string) => string): void {
    const { origin, ...others } = asked.headers
    const headers = {
      ...others,
      host: desk.host,
      'accept-encoding': 'identity',
      ...(origin && { origin: desk.origin }),
    }
    const { 'if-none-match': _known, ...fresh } = headers
    const up = request({ host: desk.hostname, port: desk.port, path, method: asked.method, headers: fresh }, (came) => {
      const { 'content-length': _length, etag: _etag, ...told } = came.headers
      answer.writeHead(came.statusCode ?? 502, told)
      if (!change) return void came.pipe(answer)
      let text = ''
      came.setEncoding('utf8').on('data', (part: string) => (text += part))
      came.on('end', () => answer.end(change(text)))
    })
    up.on('error', () => answer.destroy())
    answer.on('close', () => up.destroy())
    asked.pipe(up)
  }

  /** The first script of the next version imports that of this one. */
  const renamed = (text: string) => text.replaceAll(scriptOf, '/assets/next-$1.js')

  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/'
    const next = /^\/assets\/next-(.+)$/.exec(path)?.[1]
    if (gone?.test(path)) answer.writeHead(404).end()
    else if (next) answer.writeHead(200, { 'content-type': 'text/javascript' }).end(`import './${next}'`)
    else if (isNext && path === '/shell-worker.js')
      pass(asked, answer, path, (text) => renamed(text).replace(/version:(["`])/, 'version:$1next-'))
    else pass(asked, answer, path, isNext && path === '/' ? renamed : undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, desk.hostname, resolve))
  const { port } = server.address() as AddressInfo // It listens on a port.
  return {
    url: `http://${desk.hostname}:${port}`,
    publish: () => {
      isNext = true
    },
    remove: (files) => {
      gone = files
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
