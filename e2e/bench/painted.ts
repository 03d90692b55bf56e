import type { BrowserContext, Page } from '@playwright/test'

type WhenPainted = (label: string) => Promise<number>

/** Makes every page of a browser report when it has painted a card. */
export async function watchPaint(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const wanted = new Map<string, (at: number) => void>()
    /** The changed cards; searching all others would be measured too. */
    const cardsIn = ({ target, addedNodes }: MutationRecord) => {
      const around = (target instanceof Element ? target : target.parentElement)?.closest('article')
      const added = [...addedNodes].flatMap((node) =>
        node instanceof Element ? (node.matches('article') ? [node] : [...node.querySelectorAll('article')]) : [],
      )
      return around ? [around] : added
    }
    /** A frame was painted when the first task after it runs. */
    const afterPaint = (then: () => void) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', then)
        port1.start()
        port2.postMessage(null)
      })
    const look = (cards: Iterable<Element>) => {
      for (const card of cards) {
        const resolve = wanted.get(card.ariaLabel ?? '')
        if (!resolve) continue
        wanted.delete(card.ariaLabel ?? '')
        afterPaint(() => resolve(performance.timeOrigin + performance.now()))
      }
    }
    new MutationObserver((changes) => look(changes.flatMap(cardsIn))).observe(document, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-label'],
    })
    const whenPainted: WhenPainted = (label) =>
      new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error(`No card ${label} was painted in 60 s.`)), 60_000)
        wanted.set(label, resolve)
        look(document.querySelectorAll('article'))
      })
    Object.assign(globalThis, { whenPainted })
  })
}

/** When a card with this label was painted: ms since 1970, on the page's clock. */
export const painted = (page: Page, label: string): Promise<number> =>
  page.evaluate((name) => (globalThis as unknown as { whenPainted: WhenPainted }).whenPainted(name), label) // As above.

/** Now, on our own clock: see `clockAhead`. */
export const now = (): number => performance.timeOrigin + performance.now()

const looks = 20

/**
 * How far a page's clock is ahead of ours, in ms, by the fastest of several probes: processes count from their own
 * start, and after a minute they may be ms apart.
 */
export async function clockAhead(page: Page): Promise<number> {
  let best = { tookMs: Infinity, aheadMs: 0 }
  for (let look = 0; look < looks; look += 1) {
    const askedAt = now()
    const there = await page.evaluate(() => performance.timeOrigin + performance.now())
    const tookMs = now() - askedAt
    if (tookMs < best.tookMs) best = { tookMs, aheadMs: there - askedAt - tookMs / 2 }
  }
  return best.aheadMs
}
