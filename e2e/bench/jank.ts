import type { Page } from '@playwright/test'

const cpuSlowedTimes = 4
const strokes = 40
const strokePx = 400
const strokeEveryMs = 50
const lateFrameMs = 25
/** All cards are back by then. */
const settledAfterMs = 2000

/** Runs a function with the CPU slowed down four times. */
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

/** Scrolls the element at a point, by 8000 px a second. @returns the frames over 25 ms, in per cent: each is visibly late. */
export async function scroll(page: Page, x: number, y: number): Promise<number> {
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
  return (100 * frames.filter((ms) => ms > lateFrameMs).length) / frames.length
}

/** The longest time from a key press to its paint, in ms, rounded up to 8. */
export async function typeInto(page: Page, field: ReturnType<Page['getByRole']>, text: string): Promise<number> {
  // Finding a field among thousands of elements would keep a slowed page busy for longer than any key.
  await field.fill('')
  await page.waitForTimeout(settledAfterMs)
  return longestInput(page, () => page.keyboard.type(text, { delay: 300 }))
}

/** The longest time from an input to its paint while a function runs: in ms, rounded up to 8; 0 if all took under 16. */
export async function longestInput(page: Page, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const longest = { ms: 0 }
    Object.assign(globalThis, { longest })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit) // Newer than TypeScript's types.
  })
  await work()
  await page.waitForTimeout(500)
  return page.evaluate(() => (globalThis as unknown as { longest: { ms: number } }).longest.ms) // As above.
}
