import type { Page } from '@playwright/test'

/**
 * What a wet thumb would miss: a target of less than 48 px, and two with less than 8 px between what they hear. Rows of a
 * list may lie on each other where each is 56 px high; its first six are looked at, and one of each other height. Measured
 * from the middle of each, by asking the page what lies under each point, for a target may reach farther than its box, or
 * be covered. The box of a link or a button is 48 px high itself: a screen reader's finger finds the box and no more.
 * @returns a sentence for each.
 */
export const crowded = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const [least, apart, row] = [48, 8, 56]
    const kinds = 'a[href], button, input, select, summary, textarea, [role=option], [role=tab]'
    // A point is a pixel wide, and a box may begin in the middle of one.
    const slack = 1.5
    const farthest = 2000
    // Of a long list the first rows say it all, and those whose words wrap otherwise.
    const alike = 6
    const heights = new Map<Element, Set<number>>()

    const isShown = (target: Element) =>
      target.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !target.closest('[inert], .sr-only, .shell-skip')
    /** What moves as one while the page is scrolled. */
    const layerOf = (target: Element) => {
      let each: Element | null = target
      while (each && !['sticky', 'fixed'].includes(getComputedStyle(each).position)) each = each.parentElement
      return each
    }
    const room = document.querySelector('dialog[open]') ?? document
    const isOfFirst = (target: HTMLElement) => {
      const place = target.closest('li, tr, [role=row], [role=treeitem]')
      const list = place?.parentElement
      return !place || !list || [...list.children].indexOf(place) < alike || isOfNewHeight(place, list)
    }
    function isOfNewHeight(place: Element, list: Element): boolean {
      const seen = heights.get(list) ?? heightsOf([...list.children].slice(0, alike))
      heights.set(list, seen)
      const height = Math.round(place.getBoundingClientRect().height)
      if (seen.has(height)) return false
      seen.add(height)
      return true
    }
    const heightsOf = (rows: readonly Element[]) =>
      new Set(rows.map((each) => Math.round(each.getBoundingClientRect().height)))
    // What is far away is not drawn, and could not be hit.
    const drawn = document.createElement('style')
    drawn.textContent = '* { content-visibility: visible !important }'
    document.head.append(drawn)
    const targets = [...room.querySelectorAll<HTMLElement>(kinds)].filter(isShown).filter(isOfFirst)
    /** Whose tap it is that comes there. A label's is its field's. */
    const targetAt = (x: number, y: number) => {
      const under = document.elementFromPoint(x, y)
      const label = under?.closest('label')
      return label?.control ?? under?.closest<HTMLElement>(kinds) ?? undefined
    }
    const nameOf = (target: HTMLElement) =>
      `${target.localName} “${(target.ariaLabel ?? target.textContent ?? '').trim().slice(0, 30)}” (${target.className.slice(0, 40)})`

    /** The same thing in two rows of one list, each high enough for what lies in its middle. */
    function areRows(one: HTMLElement, other: HTMLElement): boolean {
      const [first, second] = [one, other].map((each) => each.closest('li, tr, [role=row]'))
      return (
        one.className === other.className &&
        first?.parentElement === second?.parentElement &&
        first !== second &&
        [first, second].every((each) => each && each.getBoundingClientRect().height >= row)
      )
    }

    function lookAt(target: HTMLElement): readonly string[] {
      target.scrollIntoView({ block: 'center', inline: 'center' })
      const box = target.getBoundingClientRect()
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      if (targetAt(x, y) !== target) {
        const above = document.elementFromPoint(x, y)
        // What stands still may cover what is scrolled beneath it: whether that can be reached is another question.
        return above && layerOf(above) === layerOf(target) ? [`covered: ${nameOf(target)}`] : []
      }
      const reach = (dx: number, dy: number) => {
        let steps = 0
        while (steps < farthest && targetAt(x + dx * (steps + 1), y + dy * (steps + 1)) === target) steps += 1
        return steps
      }
      const [left, right, up, down] = [reach(-1, 0), reach(1, 0), reach(0, -1), reach(0, 1)]
      const [width, height] = [left + right + slack, up + down + slack]
      const near = new Set<HTMLElement>()
      for (let gap = 1; gap < apart; gap += 1)
        for (const [nearX, nearY] of [
          [x - left - gap, y],
          [x + right + gap, y],
          [x, y - up - gap],
          [x, y + down + gap],
        ] as const) {
          const other = targetAt(nearX, nearY)
          if (!other || other === target || other.contains(target) || target.contains(other)) continue
          if (layerOf(other) !== layerOf(target) || (nearX === x && areRows(target, other))) continue
          near.add(other)
        }
      const isLow = target.matches('a, button, summary') && box.height < least - slack
      return [
        ...(isLow ? [`low box, ${box.height}: ${nameOf(target)}`] : []),
        ...(Math.min(width, height) < least ? [`small, ${width} × ${height}: ${nameOf(target)}`] : []),
        ...[...near].map((other) => `near: ${nameOf(target)} and ${nameOf(other)}`),
      ]
    }
    const said = targets.flatMap(lookAt)
    drawn.remove()
    return targets.length === 0 ? ['nothing can be tapped'] : said
  })
