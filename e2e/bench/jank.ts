import type { Page } from '@playwright/test'

/** How a page feels on a slow tablet. */
export interface Jank {
  /** Frames that took longer than 50 ms while a list was scrolled, and how long the longest was, in milliseconds. */
  readonly longFrames: number
  readonly longestFrameMs: number
  /** Frames that took longer than 25 ms, in a hundred: each is one that the eye missed. */
  readonly lateFramesPercent: number
}

const cpuSlowedTimes = 4
const strokes = 40
const strokePx = 400
const strokeEveryMs = 50
const longFrameMs = 50
const lateFrameMs = 25
/** All cards are back by then. */
const settledAfterMs = 2000

/** Runs something on a processor that is four times slower. */
export async function slowed<T>(page: Page, work: () => Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowedTimes })
  try {
    return await work()
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await session.detach()
  }
}

/** Scrolls what is under a point, at 8000 pixels a second. */
export async function scroll(page: Page, x: number, y: number): Promise<Jank> {
  await page.mouse.move(x, y)
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const next = (at: number) => {
      frames.push(at - last)
      last = at
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    Object.assign(globalThis, { frames })
  })
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    await page.mouse.wheel(0, stroke < strokes / 2 ? strokePx : -strokePx)
    await page.waitForTimeout(strokeEveryMs)
  }
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames) // As above.
  const over = (limit: number) => frames.filter((ms) => ms > limit).length
  return {
    longFrames: over(longFrameMs),
    longestFrameMs: Math.max(...frames),
    lateFramesPercent: (100 * over(lateFrameMs)) / frames.length,
  }
}

/** How long the longest of some keys took from its press until the screen showed it, in milliseconds to the next 8. */
export async function typeInto(page: Page, field: ReturnType<Page['getByRole']>, text: string): Promise<number> {
  // To find a field among thousands of elements keeps a slowed page busy for longer than any key does.
  await field.fill('')
  await page.waitForTimeout(settledAfterMs)
  await page.evaluate(() => {
    const longest = { ms: 0 }
    Object.assign(globalThis, { longest })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit) // It is younger than the types.
  })
  await page.keyboard.type(text, { delay: 300 })
  await page.waitForTimeout(500)
  return page.evaluate(() => (globalThis as unknown as { longest: { ms: number } }).longest.ms) // As above.
}
