import type { BrowserContext, Page } from '@playwright/test'

/** React's internal node of a component, as far as needed here. */
interface Fiber {
  readonly tag: number
  readonly flags: number
  readonly memoizedProps: { readonly row?: unknown } | null
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly return: Fiber | null
  readonly alternate: Fiber | null
}

/** Counts the rendered cards of every page of a browser, through the hook of React's developer tools. */
export async function countRenders(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const memoized = { withoutComparison: 15, withComparison: 14 }
    const performedWork = 1
    const counter = { cards: 0 }
    const isCard = ({ tag, memoizedProps, return: parent }: Fiber) =>
      memoizedProps?.row !== undefined &&
      (tag === memoized.withoutComparison || parent?.tag === memoized.withComparison)
    function visit(fiber: Fiber): void {
      if (isCard(fiber) && fiber.flags & performedWork) counter.cards += 1
      // An unchanged child was not rendered.
      if (fiber.alternate && fiber.alternate.child === fiber.child) return
      for (let child = fiber.child; child; child = child.sibling) visit(child)
    }
    Object.assign(globalThis, {
      counter,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_: unknown, root: { readonly current: Fiber }) => visit(root.current),
        onCommitFiberUnmount: () => undefined,
      },
    })
  })
}

/** The number of cards rendered since the page was opened. */
export const rendersOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { counter: { cards: number } }).counter.cards) // As above.
