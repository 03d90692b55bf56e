import type { BrowserContext, Page } from '@playwright/test'
import { createECDH } from 'node:crypto'
import { findChromium } from './chromium.ts'
import { expect, seriousViolations, test } from './fixture.ts'

// A full browser, because the headless shell has no notifications.
test.use({
  serviceWorkers: 'allow',
  permissions: ['notifications'],
  launchOptions: { executablePath: findChromium() ?? '', args: ['--no-sandbox'] },
})

interface Shown {
  readonly title: string
  readonly body: string
  readonly lang: string
  readonly dir: string
}

const shown = (page: Page) =>
  page.evaluate(async (): Promise<readonly Shown[]> => {
    const registration = await navigator.serviceWorker.ready
    const all = await registration.getNotifications()
    return all.map(({ title, body, lang, dir }) => ({ title, body, lang, dir }))
  })

/** Delivers messages to the page's service worker, as a push service would. */
async function pushTo(page: Page, context: BrowserContext): Promise<(data: string) => Promise<unknown>> {
  const { origin } = new URL(page.url())
  const devtools = await context.newCDPSession(page)
  const registrations: string[] = []
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: all }) => {
    for (const { registrationId, scopeURL } of all) if (scopeURL === `${origin}/`) registrations.push(registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  const [registrationId = ''] = registrations
  return (data) => devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

test('shows a pushed alert, replaces it by the next, and removes it when it is withdrawn', async ({
  shop,
  page,
  context,
}) => {
  await shop.open('/')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const push = await pushTo(page, context)
  const alert = (kind: string, language: string, title: string) =>
    JSON.stringify({
      kind,
      tag: 'order-7',
      title,
      body: '2:30 left',
      language,
      order_id: '7',
      path: '/orders/7',
      at: new Date(0).toISOString(),
    })
  await push(alert('order_unanswered', 'en', 'A-7 waits'))
  await expect.poll(() => shown(page)).toEqual([{ title: 'A-7 waits', body: '2:30 left', lang: 'en', dir: 'ltr' }])
  await push(alert('order_unanswered', 'ar', 'الطلب A-7 ينتظر'))
  await expect.poll(() => shown(page)).toMatchObject([{ title: 'الطلب A-7 ينتظر', lang: 'ar', dir: 'rtl' }])
  await push(alert('withdrawn', 'en', 'A-7 was accepted'))
  await expect.poll(() => shown(page)).toMatchObject([{ title: 'A-7 was accepted' }])
  await expect.poll(() => shown(page)).toEqual([])
  await push('no JSON')
  await expect.poll(() => shown(page)).toMatchObject([{ body: 'Something needs attention. Open the desk.' }])
})

test('opens the order of a pressed alert inside the page, without loading it anew', async ({ shop, page, context }) => {
  const order = shop.vendor.placeOrder()
  const started = context.waitForEvent('serviceworker')
  await shop.open('/')
  const worker = await started
  await page.getByRole('article', { name: order.printNumber }).waitFor()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const push = await pushTo(page, context)
  const text = { title: 'An order waits', body: '', language: 'en', tag: 'order' }
  await push(JSON.stringify({ ...text, kind: 'order_unanswered', path: `/orders/${order.id}` }))
  await expect.poll(() => shown(page)).toHaveLength(1)
  let loads = 0
  page.on('load', () => (loads += 1))
  // What the browser does on a press.
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as { readonly registration: ServiceWorkerRegistration }
    const [notification] = await scope.registration.getNotifications()
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }))
  })
  await expect(page.getByRole('heading', { level: 1, name: order.printNumber })).toBeVisible()
  await expect.poll(() => shown(page)).toEqual([])
  expect(loads).toBe(0)
})

/** Lists a phone of the signed-in person, whose push service is nowhere. */
async function addPhone(page: Page): Promise<void> {
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'AAAAAAAAAAAAAAAAAAAAAA' }
  const status = await page.evaluate(
    async (body) => {
      const headers = { 'Content-Type': 'application/json' }
      return (await fetch('/api/desk/push-subscriptions', { method: 'POST', headers, body })).status
    },
    JSON.stringify({ endpoint: 'https://push.invalid/1', keys }),
  )
  expect(status).toBe(200)
}

test('saves quiet hours, and rehearses the ladder until somebody got it', async ({ shop, page }) => {
  await shop.open('/settings')
  const phone = page.getByRole('region', { name: 'Alerts on this phone' })
  await phone.getByRole('switch', { name: 'Quiet hours' }).click()
  await phone.getByLabel('To').fill('06:30')
  await expect(phone.getByText('Saved')).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
  await shop.open('/alerts')
  await expect(page.getByRole('listitem', { name: 'Sara' })).toContainText('Quiet from 22:00 to 06:30')
  await page.getByRole('button', { name: 'Test all alerts' }).click()
  await expect(page.getByRole('dialog')).toContainText('There is nobody to alert yet.')
  await addPhone(page)
  await page.reload()
  await page.getByRole('button', { name: 'Test all alerts' }).click()
  await page.getByRole('button', { name: 'Alert everyone' }).click()
  const rehearsal = page.getByRole('region', { name: 'Test', exact: true })
  await expect(rehearsal).toContainText('Step 1')
  expect(await seriousViolations(page)).toEqual([])
  await page.reload()
  await rehearsal.getByRole('button', { name: 'I got it' }).click()
  await expect(rehearsal).toBeHidden()
  await expect(page.getByRole('region', { name: 'Latest alerts' })).toContainText('Confirmed by Sara')
})
