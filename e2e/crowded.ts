import type { Page } from '@playwright/test'

/**
 * Targets that a wet thumb would miss: those smaller than 48 px, and pairs with less than 8 px between them. Rows of a
 * list may touch if each is 56 px high; the first six and one of each other height are checked. Measured by hit tests
 * from the middle of each target, because a target may reach beyond its box or be covered. The box of a link or button
 * must be 48 px high itself, because touch exploration of a screen reader only finds the box.
 * @returns a sentence for each.
 */
export const crowded = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const [least, apart, row] = [48, 8, 56]
    const kinds = 'a[href], button, input, select, summary, textarea, [role=option], [role=tab]'
    // A point is a pixel wide, and a box may begin in the middle of a pixel.
    const slack = 1.5
    const farthest = 2000
    // The first rows stand for a long list, with those that wrap differently.
    const alike = 6
    const heights = new Map<Element, Set<number>>()

    const isShown = (target: Element) =>
      target.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !target.closest('[inert], .sr-only, .shell-skip')
    /** The layer that scrolls with it. */
    const layerOf = (target: Element) => {
      let each: Element | null = target
      while (each && !['sticky', 'fixed'].includes(getComputedStyle(each).position)) each = each.parentElement
      return each
    }
    // What a dialog or an open panel covers is checked where it is closed.
    const room = document.querySelector('dialog[open]') ?? document.querySelector('.popover') ?? document
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
    // Skipped content is not rendered and cannot be hit.
    const drawn = document.createElement('style')
    drawn.textContent = '* { content-visibility: visible !important }'
    document.head.append(drawn)
    const targets = [...room.querySelectorAll<HTMLElement>(kinds)].filter(isShown).filter(isOfFirst)
    /** The target of a press at a point. A label's press goes to its field. */
    const targetAt = (x: number, y: number) => {
      const under = document.elementFromPoint(x, y)
      const label = under?.closest('label')
      return label?.control ?? under?.closest<HTMLElement>(kinds) ?? undefined
    }
    const nameOf = (target: HTMLElement) =>
      `${target.localName} “${(target.ariaLabel ?? target.textContent ?? '').trim().slice(0, 30)}” (${target.className.slice(0, 40)})`

    /** The same target in two rows of one list, each high enough for its content. */
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
        // A fixed element may cover what scrolls beneath it; other tests check that it can be reached.
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
    const findings = targets.flatMap(lookAt)
    drawn.remove()
    return targets.length === 0 ? ['nothing can be tapped'] : findings
  })
