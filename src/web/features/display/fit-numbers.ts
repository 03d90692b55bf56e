/** How numbers stand in a box: in so many columns and rows of a page, at this size of type in pixels. */
export interface Fit {
  readonly columns: number
  readonly rows: number
  readonly size: number
  readonly pages: number
}

interface FitOptions {
  readonly count: number
  /** The width of the widest number, in multiples of the type's size. */
  readonly widest: number
  readonly width: number
  readonly height: number
  /** In pixels. A number that is wider than the box may be smaller still. */
  readonly smallest: number
  readonly largest: number
}

/** The height of a line, and the space between numbers, in multiples of the type's size. */
const line = 1.25
const space = 0.5

/** The largest size at which so many columns and rows fit. The space scales with the type. */
function sizeFor(columns: number, rows: number, { widest, width, height, largest }: FitOptions): number {
  const byWidth = width / (columns * widest + (columns - 1) * space)
  const byHeight = height / (rows * line)
  return Math.floor(Math.min(byWidth, byHeight, largest))
}

/** How many cells of a size fit into a length, at least one. */
const cellsIn = (length: number, cell: number, gap: number): number =>
  Math.max(1, Math.floor((length + gap) / (cell + gap)))

/**
 * Arranges numbers as large as they fit. If they would be smaller than `smallest`, they stand at that size on several pages,
 * as equally filled as possible.
 */
export function fitNumbers(options: FitOptions): Fit {
  const { count, widest, width, height, smallest, largest } = options
  // Not measured yet.
  if (count === 0 || width <= 0 || height <= 0)
    return { columns: 1, rows: Math.max(1, count), size: smallest, pages: 1 }
  let best: Fit = { columns: 1, rows: count, size: 0, pages: 1 }
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns)
    const size = sizeFor(columns, rows, options)
    if (size > best.size) best = { columns, rows, size, pages: 1 }
  }
  if (best.size >= Math.min(smallest, largest)) return best
  const size = Math.min(smallest, sizeFor(1, 1, options))
  const columns = cellsIn(width, size * widest, size * space)
  const mostRows = cellsIn(height, size * line, 0)
  const pages = Math.ceil(count / (columns * mostRows))
  const rows = Math.min(mostRows, Math.ceil(Math.ceil(count / pages) / columns))
  return { columns, rows, size, pages }
}

/** The part of a list that a page shows. */
export const pageOf = <Entry>(entries: readonly Entry[], { columns, rows }: Fit, page: number): readonly Entry[] =>
  entries.slice(page * columns * rows, (page + 1) * columns * rows)
