import { test as base } from '@playwright/test'
import { cookiesIn } from '../tablet.ts'
import { serveDemo } from '../serve-demo.ts'
import { startShop, type RunningShop } from '../shop-process.ts'
import type { DrivenBrowser } from './driven-browser.ts'
import { engines } from './engines.ts'

// A shop's daily work on the real page in the engines of iPad browsers (WebKit) and of Firefox.

const person = { name: 'Sara', pin: '4711' }

interface Journey {
  readonly shop: RunningShop
  readonly browser: DrivenBrowser
  /** Opens an address of the desk, with Sara signed in, and starts to collect the page's errors. */
  open(path: string): Promise<void>
}

/**
 * Collects uncaught errors and violations of the content policy, which a page may survive unnoticed. Ignores a resize
 * that its observer gets one frame late, which browsers report as an error: cards that scroll into view get their real
 * height (`content-visibility`) after the observers were called.
 */
const listening = `
  globalThis.complaints = []
  addEventListener('error', ({ message }) => {
    if (!message.startsWith('ResizeObserver loop')) complaints.push(message)
  })
  addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)))
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => complaints.push(effectiveDirective + ' ' + blockedURI))
  const { error } = console
  console.error = (...words) => { complaints.push(words.join(' ')); error(...words) }`

/** A shop, and a browser with one of its paired tablets. */
const journeysIn = (start: (typeof engines)[number]['start']) =>
  base.extend<{ journey: Journey }, { browserOfAll: DrivenBrowser }>({
    browserOfAll: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parts that a fixture needs from its pattern
      async ({}, use) => {
        const { browser, stop } = await start()
        await use(browser)
        await stop()
      },
      { scope: 'worker' },
    ],
    journey: async ({ browserOfAll: browser }, use) => {
      const shop = await startShop(300)
      await shop.hire({ ...person, isManager: true })
      const [cookies = ''] = await shop.admit(1, person.name)
      await browser.open(`${shop.desk.url}/icon.svg`)
      for (const { name, value } of cookiesIn(cookies, shop.desk.url)) await browser.setCookie(name, value)
      await use({
        shop,
        browser,
        async open(path) {
          await browser.open(shop.desk.url + path)
          await browser.run(listening)
        },
      })
      base.expect(await browser.run('return globalThis.complaints ?? []')).toEqual([])
      // Later requests would reach a stopped desk.
      await browser.open('about:blank')
      await shop.stop()
    },
  })
const { expect } = base

const button = (name: string) => `//button[@aria-label='${name}' or not(@aria-label) and normalize-space()='${name}']`
const soundOn = `//button[starts-with(normalize-space(), 'Sound on')]`
const says = (words: string) => `//*[contains(normalize-space(text()), '${words}')]`
const card = (number: string) => `//article[@aria-label='${number}']`

for (const { name, why, start } of engines) {
  const test = journeysIn(start)
  const missing = why()

  test.describe(name, { tag: '@long' }, () => {
    test.skip(missing !== undefined, missing)

    test('rings audibly for a new order until a person has seen it', async ({ journey: { shop, browser, open } }) => {
      test.skip(name === 'Firefox', 'without a sound device its clock of sound stands still')
      await open('/')
      await browser.run(`
    globalThis.tones = 0
    const { createOscillator } = AudioContext.prototype
    AudioContext.prototype.createOscillator = function () { tones += 1; return createOscillator.call(this) }`)
      await browser.press(button('Turn on sound'))
      // It says so only while the audio clock runs.
      await browser.see(soundOn)
      const before = Number(await browser.run('return tones'))
      const order = shop.vendor.placeOrder()
      await browser.see(card(order.printNumber))
      await browser.see(button('Silence'))
      await expect.poll(() => browser.run('return tones')).toBeGreaterThan(before)
      await browser.press(button('Silence'))
      await browser.gone(button('Silence'))
      await browser.see(soundOn)
    })

    test('accepts an order with one press on its card, as the service confirms', async ({
      journey: { shop, browser, open },
    }) => {
      const order = shop.vendor.placeOrder()
      await open('/')
      await browser.press(card(order.printNumber) + button('Accept order'))
      await browser.gone(card(order.printNumber) + button('Accept order'))
      await browser.see(`//section[@aria-label='In progress']${card(order.printNumber)}`)
      expect(order.state).toBe('preparing')
      expect(shop.vendor.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
    })

    test('rejects an order with the service’s reason and the missing items', async ({
      journey: { shop, browser, open },
    }) => {
      const order = shop.vendor.placeOrder('large')
      await open(`/orders/${order.id}`)
      await browser.press(button('Reject order'))
      await browser.see(`//dialog//label[contains(., 'Some items are not available')]`)
      // Tab continues from there to the question.
      expect(await browser.run('return document.activeElement.localName')).toBe('h2')
      await browser.press(`//dialog//label[contains(., 'Some items are not available')]`)
      await browser.press(`(//dialog//input[@type='checkbox'])[1]`)
      await browser.press(`//dialog${button('Send rejection')}`)
      await browser.see(`//*[@role='status'][contains(., 'In progress')]`)
      const sent = shop.vendor.requests.find(({ path }) => path.endsWith('/reject'))
      expect(sent?.body).toBe(`{"cancel_reason_id":1,"items":[{"id":${order.lines[0]?.id}}]}`)
    })

    test('keeps the height of the board while it is scrolled on a phone', async ({
      journey: { shop, browser, open },
    }) => {
      for (let each = 0; each < 9; each += 1) shop.vendor.placeOrder()
      await browser.resize(390, 700)
      await open('/')
      await expect
        .poll(() => browser.run(`return document.querySelectorAll('article [aria-label="Accept order"]').length`))
        .toBe(9)
      const heights: number[] = []
      for (let step = 0; step <= 10; step += 1) {
        heights.push(
          Number(
            await browser.run('scrollTo(0, 300 * arguments[0]); return document.documentElement.scrollHeight', step),
          ),
        )
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      await browser.resize(1280, 800)
      expect(Math.max(...heights) - Math.min(...heights), heights.join(' ')).toBeLessThan(600)
    })

    test('opens offline with the last board', async ({ journey: { shop, browser, open } }) => {
      const order = shop.vendor.placeOrder()
      await open('/')
      await browser.see(card(order.printNumber))
      const isKept = `return navigator.serviceWorker.controller !== null && performance.now() > 10000`
      await expect.poll(() => browser.run(isKept), { timeout: 30_000 }).toBe(true)
      await shop.desk.stop()
      await open('/')
      await browser.see(says('Orders as of'))
      await browser.see(card(order.printNumber))
    })

    test('shows a placed order on the demo’s board', async ({ browserOfAll: browser }) => {
      const demo = await serveDemo()
      try {
        await browser.open(demo.url)
        await browser.run(listening)
        // The demo has its own customers. The first one changes the screen, the next comes much later.
        await browser.see(`//section[@aria-label='New']//article`)
        await browser.see(`//p[normalize-space()='Live']`)
        await browser.press(button('Demo'))
        await browser.press(button('Place an order'))
        const number = await browser.see(`//h1[starts-with(normalize-space(), 'A-')]`)
        await browser.see(button('Accept order'))
        await browser.press(`//nav//a[contains(., 'Orders')]`)
        await browser.press(`//section[@aria-label='New']${card(number)}${button('Accept order')}`)
        await browser.see(`//section[@aria-label='In progress']${card(number)}`)
        expect(await browser.run('return globalThis.complaints')).toEqual([])
        await browser.open('about:blank')
      } finally {
        await demo.stop()
      }
    })
  })
}
