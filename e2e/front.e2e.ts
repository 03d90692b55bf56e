import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { webhookModes } from '#contract/desk/webhook.ts'
import { proofHeader, proofOf } from '#server/notifications/webhook-auth.ts'
import { freePort } from '#testing/free-port.ts'
import { enter, expect, sara, test } from './fixture.ts'
import { startFront, whyNot, type FrontName } from './front.ts'
import { startShop, webhookSecret, type RunningShop } from './shop-process.ts'

// The desk as a shop runs it: behind a real TLS proxy with the project's own configuration.

// Pages accept a self-signed certificate here.
test.use({ ignoreHTTPSErrors: true })

interface Fronted extends RunningShop {
  readonly frontOutput: () => string
  readonly plainPort: number
}

async function startBehind(name: FrontName, settings: Readonly<Record<string, string>> = {}): Promise<Fronted> {
  const port = await freePort()
  const behind = { PUBLIC_ORIGIN: `https://localhost:${port}`, TRUST_PROXY: '127.0.0.1', ...settings }
  const shop = await startShop(300, behind)
  const [, deskPort] = /"port":(\d+)/.exec(shop.desk.output()) ?? []
  const front = await startFront(name, port, Number(deskPort))
  const stop = async () => {
    await front.stop()
    await shop.stop()
  }
  return { ...shop, desk: shop.desk, frontOutput: front.output, plainPort: front.plainPort, stop }
}

const notification = (id: string) => JSON.stringify({ event: 'order_created', data: { id } })
const headers = { 'Content-Type': 'application/json' }

/** Posts under another name than the certificate's. @returns the status. */
async function postAs(host: string, url: string): Promise<number | undefined> {
  const asked = request(url, {
    method: 'POST',
    headers: { Host: host },
    servername: 'localhost',
    rejectUnauthorized: false,
  })
  asked.end('{}')
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

for (const name of ['nginx', 'caddy'] as const) {
  test.describe(name, { tag: '@long' }, () => {
    test.skip(whyNot(name) !== undefined, whyNot(name))

    test('is live behind a proxy: sign-in, notifications, and heartbeats', async ({ page, context }) => {
      test.setTimeout(120_000)
      const shop = await startBehind(name)
      const { url } = shop.desk
      shop.command(['staff', 'add', sara.name, '--manager', '--pin-stdin'], sara.pin)
      await enter(context, shop)
      await page.goto(url)
      await expect(page.getByText('Live', { exact: true })).toBeVisible()
      // The simulator's own requests to the desk would need a trusted certificate.
      shop.vendor.webhookHabits.times = 0
      const order = shop.vendor.placeOrder()
      const proof = { Authorization: `Bearer ${webhookSecret}` }
      const post = async (body: string) =>
        context.request.post(`${url}/webhooks/orders`, { headers: { ...headers, ...proof }, data: Buffer.from(body) })
      expect((await post(notification(order.id))).status()).toBe(202)
      await expect(page.getByRole('article', { name: order.printNumber })).toBeVisible()
      const tooLarge = await post('x'.repeat(300 * 1024))
      expect([tooLarge.status(), await tooLarge.json()]).toEqual([413, expect.objectContaining({ code: 'too_large' })])
      // Far beyond the limit nginx answers itself; Caddy closes the connection.
      if (name === 'nginx') expect((await post('x'.repeat(700 * 1024))).status()).toBe(413)
      // If a proxy buffered the feed, its third heartbeat would never arrive.
      const received = await page.evaluate(async (path) => {
        const { body, headers: answered } = await fetch(path)
        const entry = performance.getEntriesByType('navigation')[0]
        let text = ''
        const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
        for (let read = 0; read < 50 && text.split('event: hb').length <= 3; read += 1)
          text += (await reader?.read())?.value ?? ''
        return {
          beats: text.split('event: hb').length - 1,
          caching: answered.get('Cache-Control'),
          protocol: entry && 'nextHopProtocol' in entry && entry.nextHopProtocol,
        }
      }, '/api/desk/feed')
      expect(received).toEqual({ beats: 3, caching: 'no-store', protocol: 'h2' })
      await shop.stop()
    })

    test('accepts each kind of credentials through a proxy, which never logs the secret', async ({ context }) => {
      for (const mode of webhookModes) {
        const shop = await startBehind(name, { WEBHOOK_AUTH: mode })
        const body = notification(`${mode}-1`)
        const post = async (secret: string) => {
          const proof = await proofOf(new TextEncoder().encode(body), secret, { mode, subtle: crypto.subtle })
          const header = proofHeader[mode]
          const address = `${shop.desk.url}/webhooks/orders${header ? '' : `/${proof}`}`
          const data = Buffer.from(body)
          const answer = await context.request.post(address, {
            headers: { ...headers, ...(header && { [header]: proof }) },
            data,
          })
          return answer.status()
        }
        expect([await post(webhookSecret), await post(`${webhookSecret}x`)], mode).toEqual([202, 401])
        // A request for another name is not acknowledged.
        expect(await postAs('another.example', `${shop.desk.url}/webhooks/orders/${webhookSecret}`), mode).toBe(421)
        // Nor is a plain http request, for any name.
        for (const host of ['localhost', '127.0.0.1']) {
          const plain = `http://${host}:${shop.plainPort}/webhooks/orders/${webhookSecret}`
          const { status } = await fetch(plain, { method: 'POST', body: '{}', redirect: 'manual' })
          expect([301, 308], mode).toContain(status)
        }
        // A proxy's own error page for a stopped desk must not leak the secret.
        await shop.desk.stop()
        expect(await post(webhookSecret), mode).toBe(502)
        expect(shop.frontOutput()).not.toContain(webhookSecret)
        await shop.stop()
      }
    })
  })
}
