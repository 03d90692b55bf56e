import type { Browser, Page } from '@playwright/test'
import { crowded } from './crowded.ts'
import { expect, findViolations, test } from './fixture.ts'
import type { Look } from './pictures/looks.ts'
import { openScene } from './pictures/open-scene.ts'
import type { Scene } from './pictures/scene.ts'
import { scenes } from './pictures/scenes.ts'
import { setStage, type Stage } from './pictures/stage.ts'

/** The screens that are checked in a second look: in the other theme, another language, and enlarged. */
const zoomed: readonly string[] = [
  'board',
  'board-empty',
  'order-late',
  'order-long',
  'order-ready',
  'reject-dialog',
  'digital-dialog',
  'hand-over-mismatch',
  'items',
  'item',
  'categories',
  'brands',
  'attributes',
  'history',
  'reports',
  'connection',
  'settings',
  'account',
]

/** Rows that wrap on a phone, differently in each language. */
const rows: readonly string[] = ['items', 'items-unreadable']
const lists: readonly string[] = [...rows, 'items-found', 'categories', 'brands', 'attributes', 'log']

/** A ticket is paper. */
const screens = scenes.filter(({ name }) => name !== 'ticket')

/** Further sizes, because each layout has other targets. */
const others = ['tablet', 'till'] as const
const otherPhones = ['slim'] as const

type Sweep = readonly [look: Look, scenes: readonly Scene[], sizes: readonly Look['size'][]]

/** The look in which most goes wrong: narrow, dark, right to left. */
const hardest = { size: 'narrow', theme: 'dark', language: 'ar' } as const

/** Scenes whose layout another scene shows too. Only the long run looks at them. */
const alike: readonly string[] = [
  'board-armed',
  'board-practice',
  'order-waiting',
  'order-preparing',
  'order-unknown',
  'items-found',
  'items-nothing-found',
  'history-nothing-found',
  'brands',
  'attributes',
  'new-pin',
  'print-jobs',
  'signed-in',
  'nothing-here',
]
const different = screens.filter(({ name }) => !alike.includes(name))

/** Each layout once, in two tests: one for each core. */
const sample: readonly Sweep[] = [0, 1].map((half) => [hardest, different.filter((_, index) => index % 2 === half), []])

const matrix: readonly Sweep[] = [
  [hardest, screens.filter((_, index) => index % 2 === 0), others],
  [hardest, screens.filter((_, index) => index % 2 === 1), others],
  [{ size: 'zoomed', theme: 'light', language: 'fr' }, screens.filter(({ name }) => zoomed.includes(name)), others],
  ...(['en', 'fr', 'ar'] as const).map(
    (language) =>
      [
        { size: 'phone', theme: 'light', language } as const,
        screens.filter(({ name }) => (language === 'fr' ? lists : rows).includes(name)),
        otherPhones,
      ] as const,
  ),
]

sweep('in the hardest look', sample)
sweep('in every look', matrix, '@long')

function sweep(where: string, sweeps: readonly Sweep[], ...tag: readonly string[]): void {
  for (const [index, [look, seen, sizes]] of sweeps.entries()) {
    const of = `${index + 1} of ${sweeps.length}: ${look.size}, ${look.theme}, ${look.language}`
    test(
      `clips nothing and crowds no target on any screen, ${where}, ${of}`,
      { tag: [...tag] },
      async ({ browser }) => {
        test.setTimeout(600_000)
        const stage = await setStage()
        try {
          expect(await wrongWith(browser, stage, look, seen, sizes)).toEqual([])
        } finally {
          await stage.close()
        }
      },
    )
  }
}

async function wrongWith(browser: Browser, stage: Stage, ...[look, seen, sizes]: Sweep): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const scene of seen) {
    const opened = await openScene(browser, stage, scene, look)
    try {
      await opened.act()
      // axe's findings do not depend on the width of a phone.
      const found = look.size === 'phone' ? [] : await violations(opened.page)
      for (const finding of [...found, ...(await wrongIn(opened.page, scene))]) wrong.push(`${scene.name}: ${finding}`)
      for (const size of sizes) {
        await opened.show({ size, theme: look.theme })
        for (const finding of await wrongIn(opened.page, scene)) wrong.push(`${scene.name}, ${size}: ${finding}`)
      }
    } finally {
      await opened.close()
    }
  }
  return wrong
}

async function violations(page: Page): Promise<readonly string[]> {
  const found = await findViolations(page)
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}

/** Nothing on a display is for touch. */
const wrongIn = async (page: Page, { name }: Scene): Promise<readonly string[]> => [
  ...(await lost(page)),
  ...(name.startsWith('display-') ? [] : await crowded(page)),
]

/** Content that overflows the page sideways, and clipped texts of buttons. */
const lost = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const cut = [...document.querySelectorAll<HTMLElement>('button, a, h1, h2')].filter(
      (each) =>
        each.checkVisibility() &&
        !each.closest('.sr-only') &&
        each.clientWidth > 1 &&
        each.scrollWidth > each.clientWidth + 1,
    )
    return [
      ...(scrollWidth > clientWidth ? [`scrolls sideways, ${scrollWidth} in ${clientWidth}`] : []),
      ...cut.map((each) => `cut off: ${each.outerHTML.slice(0, 160)}`),
    ]
  })

test('fits a phone at 200 %, and covers nothing of the order', async ({ shop, page }) => {
  // A 390 by 844 screen at 200 %.
  await page.setViewportSize({ width: 195, height: 422 })
  const order = shop.vendor.placeOrder()
  await shop.open('/')
  await expect(page.getByRole('button', { name: 'Silence' })).toBeVisible()
  for (const address of ['/', `/orders/${order.id}`]) {
    await shop.open(address)
    for (const name of ['Turn on sound', 'Silence', 'Accept order']) {
      const button = page.getByRole('button', { name })
      await button.scrollIntoViewIfNeeded()
      const box = await button.boundingBox()
      expect((box?.x ?? Number.NaN) + (box?.width ?? Number.NaN), `${name} at ${address}`).toBeLessThanOrEqual(195)
      await button.click({ trial: true })
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(195)
  }
})
