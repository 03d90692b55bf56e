import type { Browser, BrowserContext, Page } from '@playwright/test'
import { ar } from '#web/i18n/ar.ts'
import { en } from '#web/i18n/en.ts'
import { fr } from '#web/i18n/fr.ts'
import { cookiesIn } from '../tablet.ts'
import { sizes, type Look } from './looks.ts'
import type { Scene } from './scene.ts'
import type { Stage } from './stage.ts'

const messages = { en, ar, fr }

/** Content that is missing by then will not come. */
const timeoutMs = 30_000

/** Opens a scene's screen in a look. `act` brings it into its state. */
export async function openScene(browser: Browser, stage: Stage, scene: Scene, look: Look) {
  const context = await contextOf(browser, stage, scene, look)
  const page = await context.newPage()
  page.setDefaultTimeout(timeoutMs)
  return {
    page,
    async act(): Promise<void> {
      await page.clock.install()
      await page.goto(originOf(stage, scene) + scene.path(stage))
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await settled(page)
      // Deferred parts load some seconds later.
      await page.clock.runFor(3_000)
      await settled(page)
      if (!scene.act) return
      await scene.act(page, stage, messages[look.language])
      await settled(page)
    },
    /** Shows the same screen in another size or theme. */
    async show({ size, theme }: Pick<Look, 'size' | 'theme'>): Promise<void> {
      await page.setViewportSize(sizes[size])
      await page.emulateMedia({ colorScheme: theme })
      await scene.arrange?.(page, messages[look.language])
      await settled(page)
    },
    /** Takes a picture as PNG, compressed less than by Playwright itself, in half the time. */
    async picture(): Promise<Buffer> {
      const browserSide = await context.newCDPSession(page)
      const { data } = await browserSide.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })
      await browserSide.detach()
      return Buffer.from(data, 'base64')
    },
    close: () => context.close(),
  }
}

function originOf({ busy, crowded, kitchen, quiet, practice }: Stage, { at }: Scene): string {
  if (at === 'practice') return practice.url
  return { busy, crowded, kitchen, quiet, stranger: busy }[at].desk.url
}

async function contextOf(chrome: Browser, stage: Stage, scene: Scene, look: Look): Promise<BrowserContext> {
  const context = await chrome.newContext({
    viewport: sizes[look.size],
    colorScheme: look.theme,
    locale: look.language,
    timezoneId: 'Asia/Baghdad',
    reducedMotion: 'reduce',
  })
  const cookies = {
    busy: stage.busyCookie,
    crowded: stage.crowdedCookie,
    kitchen: stage.kitchenCookie,
    quiet: stage.quietCookie,
    practice: '',
    stranger: '',
  }[scene.at]
  await context.addCookies(cookiesIn(cookies, originOf(stage, scene)))
  // Scenes let time pass without a touch, and a new order would cover them.
  await context.addInitScript(
    (saved) => {
      for (const [key, value] of Object.entries(saved))
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
    },
    { 'takes-screen': 'no', ...scene.saved },
  )
  return context
}

/** Waits until all content is loaded and rendered: nothing is busy, and no animation or image is under way. */
async function settled(page: Page): Promise<void> {
  await page
    .locator('[aria-busy=true]')
    .first()
    .waitFor({ state: 'detached', timeout: 10_000 })
    .catch(() => undefined)
  await page.evaluate(async () => {
    await document.fonts.ready
    const nextFrame = () => new Promise((resolve) => void requestAnimationFrame(resolve))
    await nextFrame()
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(isFinite)
        .map(({ finished }) => finished),
    )
    await nextFrame()
    function isFinite({ effect }: Animation): boolean {
      return Number(effect?.getComputedTiming().endTime) < Infinity
    }
  })
}
