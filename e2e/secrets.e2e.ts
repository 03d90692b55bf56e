import { createHmac } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import { filesIn, findSecrets, recordAnswers, remainsOf, type Place } from './canary.ts'
import { expect, test } from './fixture.ts'
import { fillInCodes, pairByLink, signIn } from './journey.ts'
import { useApiKey } from './program.ts'
import { startShop, token, webhookHeaders, webhookSecret, type RunningShop } from './shop-process.ts'

test.use({ serviceWorkers: 'allow' })

const dist = fileURLToPath(new URL('../dist/', import.meta.url))

test('finds planted secrets in every form', () => {
  const secret = 'S3cret/with+ünusual "signs"'
  const around = (inside: string) => `before ${inside} after`
  for (const offset of [0, 1, 2]) {
    const content = Buffer.from(`${'x'.repeat(offset)}${secret} and more`).toString('base64')
    expect(findSecrets([{ name: 'there', content: around(content) }], { it: secret })).toContain('there: it as base64')
  }
  for (const planted of [
    secret,
    JSON.stringify(secret),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('hex').toUpperCase(),
    String(new URLSearchParams({ a: secret })),
  ]) {
    expect(findSecrets([{ name: 'there', content: around(planted) }], { it: secret })).not.toEqual([])
  }
  expect(findSecrets([{ name: 'there', content: 'nothing' }], { it: secret })).toEqual([])
})

const lina = { name: 'Lina', pin: '730195846201' }
const nour = { name: 'Nour', pin: '640182937455' }
const wrongPin = '918273645546'
const alertPath = 'T0PA9-alert-path-84b1'
const alertSecret = 'e2e-alert-secret-of-24-or-more'
const handOverCode = '84610293755'
const codes = { secret: 'K3Y/+ü-9f2c71', serial: 'SN&7788-aa41' }

/** Makes the vendor refuse the next accept with codes, and echo its whole request. */
function repeatOnce({ vendor }: RunningShop): void {
  const honest = vendor.fetch
  Object.assign(vendor, {
    async fetch(request: Request): Promise<Response> {
      const body = request.method === 'POST' ? await request.clone().text() : ''
      if (!body.includes('secret_code')) return honest(request)
      Object.assign(vendor, { fetch: honest })
      const php = body.replaceAll('/', String.raw`\/`)
      const { items } = JSON.parse(body) as { readonly items: readonly { readonly secret_code: string }[] }
      const answered = `No: ${items[0]?.secret_code} ${request.headers.get('Authorization')} ${php}`
      return Response.json({ status: 'error', message: answered }, { status: 400 })
    },
  })
}

async function answerOrders(page: Page, shop: RunningShop): Promise<void> {
  const status = (words: string) => page.getByRole('status').filter({ hasText: words })
  const timeouts = { timeout: 25_000 }

  const first = Object.assign(shop.vendor.placeOrder(), { pickupOtp: handOverCode })
  await page.goto(`${shop.desk.url}/orders/${first.id}`)
  shop.vendor.faults.add({ kind: 'unauthenticated', on: 'acceptOrder' })
  await page.getByRole('button', { name: 'Accept order' }).click()
  await expect(page.getByRole('alert')).toContainText('token')
  await page.getByRole('button', { name: 'Accept order' }).click()
  await expect(status('Accepted')).toBeVisible(timeouts)
  await page.getByRole('button', { name: 'Mark as ready' }).click()
  await page.getByRole('button', { name: 'Show code' }).click(timeouts)
  await expect(page.getByText(handOverCode).first()).toBeVisible(timeouts)

  const second = shop.vendor.placeOrder()
  await page.goto(`${shop.desk.url}/orders/${second.id}`)
  await page.getByRole('button', { name: 'Reject order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject order' })
  await dialog.getByRole('radio').last().check()
  await dialog.getByRole('button', { name: 'Send rejection' }).click()
  await expect(status('Rejected')).toBeVisible(timeouts)

  for (const fault of ['repeats', 'drop-late'] as const) {
    const digital = shop.vendor.placeOrder('digital')
    const units = digital.lines.reduce((sum, { quantity }) => sum + quantity, 0)
    await page.goto(`${shop.desk.url}/orders/${digital.id}`)
    await page.getByRole('button', { name: 'Accept order' }).click()
    // If the catalog is indexed, the form opens at once.
    const refused = page.getByRole('button', { name: 'Enter the codes' })
    await refused.or(page.getByRole('dialog', { name: 'Accept digital order' })).waitFor()
    if (await refused.isVisible()) await refused.click()
    if (fault === 'repeats') repeatOnce(shop)
    else shop.vendor.faults.add({ kind: fault, on: 'acceptOrder' })
    const dialog = await fillInCodes(page, units, codes.secret, codes.serial)
    await dialog.getByRole('button', { name: 'Accept order' }).click()
    if (fault === 'repeats') {
      await expect(dialog.getByRole('alert')).toContainText('No: … Bearer …', timeouts)
      await dialog.getByRole('button', { name: 'Accept order' }).click()
    }
    await expect(dialog).toBeHidden(timeouts)
    await expect(status('Accepted')).toBeVisible(timeouts)
  }
}

/** Sends a notification with the right secret, one with a wrong one, and malformed ones. */
async function notifyInEveryMode(shop: RunningShop, logs: () => void): Promise<readonly Place[]> {
  const answers: Place[] = []
  const basic = (secret: string) => `Basic ${Buffer.from(`webhook:${secret}`).toString('base64')}`
  const unreadable = `{"pickup_otp":"${handOverCode}","items":[{"secret_code":"${codes.secret}","serial_number":"${codes.serial}"`
  for (const mode of ['bearer', 'basic', 'path', 'hmac'] as const) {
    logs()
    await shop.restart({ WEBHOOK_AUTH: mode })
    for (const [secret, status] of [
      [webhookSecret, 202],
      [`${webhookSecret}-not`, 401],
    ] as const) {
      for (const body of [`{"id":"${mode}-1"}`, unreadable]) {
        const proof = {
          bearer: { Authorization: webhookHeaders.Authorization.replace(webhookSecret, secret) },
          basic: { Authorization: basic(secret) },
          path: {},
          hmac: { 'X-Webhook-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` },
        }[mode]
        const address = `${shop.desk.url}/webhooks/orders${mode === 'path' ? `/${secret}` : ''}`
        const headers = { 'Content-Type': 'application/json', ...proof }
        const answer = await fetch(address, { method: 'POST', headers, body })
        expect(answer.status).toBe(status)
        answers.push({
          name: `answer to ${mode}`,
          content: JSON.stringify([...answer.headers]) + (await answer.text()),
        })
      }
    }
  }
  return answers
}

/** Adds a printer that asks. @returns the address that is shown once. */
async function addPrinter({ desk }: RunningShop, context: BrowserContext): Promise<string> {
  const printer = { name: 'Kitchen', kind: 'epson', prints: [{ what: 'full', on: 'accept', copies: 1 }] }
  const added = await context.request.post(`${desk.url}/api/desk/printers`, {
    headers: { Origin: desk.url },
    data: printer,
  })
  const { data } = (await added.json()) as { data: { poll_url: string } } // As in the contract.
  return data.poll_url
}

/** Tells the address of ALERT_URL, which nobody answers. */
async function rehearseAlerts({ desk }: RunningShop, { request }: BrowserContext): Promise<void> {
  const headers = { Origin: desk.url }
  const begun = await request.post(`${desk.url}/api/desk/ladder/rehearsal`, { headers, data: {} })
  expect(begun.status()).toBe(200)
  await expect.poll(desk.output).toContain('ALERT_URL cannot be reached')
  await request.get(`${desk.url}/api/desk/alerts`)
}

/** Lets the printer fetch a ticket. */
async function fetchTicket(pollUrl: string): Promise<Place> {
  const answer = await fetch(pollUrl, { method: 'POST', body: new URLSearchParams({ ConnectionType: 'GetRequest' }) })
  const content = await answer.text()
  expect(content).toContain('<image')
  return { name: 'ticket', content }
}

test('leaves no secret anywhere after everything that a day brings', async ({ page, context }) => {
  test.setTimeout(300_000)
  const alertUrl = `http://127.0.0.1:9/hooks/${alertPath}`
  const shop = await startShop(300, { LOG_LEVEL: 'debug', ALERT_URL: alertUrl, ALERT_SECRET: alertSecret })
  const answered = recordAnswers(context)
  const logs: Place[] = []
  const keepLog = () => void logs.push({ name: 'log', content: shop.desk.output() })
  const logged: string[] = []
  context.on('console', (message) => logged.push(message.text()))
  const remains: Place[] = []
  const remember = async () => void remains.push(await remainsOf(page))
  try {
    shop.command(['staff', 'add', lina.name, '--manager', '--pin-stdin'], lina.pin)
    const code = await pairByLink(page, shop)
    await expect(page).toHaveURL(`${shop.desk.url}/`)
    await page.goto(`${shop.desk.url}/sign-in`)
    await signIn(page, { ...lina, pin: wrongPin })
    await expect(page.getByText('Wrong name or PIN')).toBeVisible()
    await page.goto(`${shop.desk.url}/sign-in`)
    await signIn(page, lina)
    await expect(page.getByRole('banner')).toContainText(lina.name)
    await page.goto(`${shop.desk.url}/staff`)
    await page.getByRole('textbox', { name: 'Name' }).fill(nour.name)
    await page.getByRole('textbox', { name: 'PIN' }).fill(nour.pin)
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByText(`${nour.name} can sign in now.`)).toBeVisible()
    const kept = await context.cookies()
    expect(kept.filter(({ httpOnly }) => !httpOnly)).toEqual([])
    const cookies = kept.filter(({ httpOnly }) => httpOnly).map(({ name, value }) => [name, value])
    await remember()

    const pollUrl = await addPrinter(shop, context)
    const program = await useApiKey(shop, context)
    await rehearseAlerts(shop, context)
    await answerOrders(page, shop)
    const ticket = await fetchTicket(pollUrl)
    await page.goto(shop.desk.url)
    // The board is saved some seconds after it was read.
    await expect(async () => {
      await remember()
      expect(String(remains.at(-1)?.content)).toContain('"/last-known"')
    }).toPass()
    for (const address of ['/log', '/connection', '/printers', '/api-keys', '/settings', '/tablets', '/history']) {
      await page.goto(shop.desk.url + address)
      await expect(page.getByText('Live', { exact: true })).toBeVisible()
      await remember()
    }
    const peerChanges = await notifyInEveryMode(shop, keepLog)
    shop.command(['backup', `${shop.folder}/copy.db`])
    const whileItRuns = filesIn(shop.folder)
    await page.goto(`${shop.desk.url}/sign-in`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await remember()
    await shop.desk.stop()
    keepLog()

    const answers = [...(await answered()), ...peerChanges, ...program.answers, ticket]
    const written = [...logs, ...whileItRuns, ...filesIn(shop.folder)]
    const shipped = filesIn(dist)
    const storedByThePage = [...remains, { name: 'console', content: logged.join('\n') }]
    // Proves that each place is searched and has its usual content.
    expect(new Set(cookies.map(([name]) => name))).toEqual(new Set(['desk_device', 'desk_person']))
    expect(logs).toHaveLength(5)
    expect(answers.length).toBeGreaterThan(100)
    expect(findSecrets(written, { person: lina.name, webhook: 'hmac-1' }).length).toBeGreaterThan(3)
    expect(findSecrets(answers, { code: handOverCode })).not.toEqual([])
    expect(shipped.filter(({ name }) => name.endsWith('.map'))).toEqual([])

    const secrets = {
      token,
      'webhook secret': webhookSecret,
      'path of ALERT_URL': alertPath,
      'alert secret': alertSecret,
      'enrolment code': code,
      'enrolment code without dashes': code.replaceAll('-', ''),
      PIN: lina.pin,
      'PIN of another': nour.pin,
      'wrong PIN': wrongPin,
      'key of a printer': pollUrl.split('/').at(-1) ?? '',
      'key of a program': program.key,
      'digital code': codes.secret,
      'serial number': codes.serial,
      ...(Object.fromEntries(cookies) as Record<string, string>),
    }
    // The pairing code is shown to people; it is on no disk.
    const storage = storedByThePage.map(({ name, content }) => ({
      name,
      content: String(content).split('"shown":')[0] ?? '',
    }))
    expect([
      ...findSecrets([...answers, ...written, ...shipped, ...storedByThePage], secrets),
      ...findSecrets([...written, ...shipped, ...storage], { 'hand-over code': handOverCode }),
    ]).toEqual([])
  } finally {
    await shop.stop()
  }
})
