/** A width for where nothing can be measured, in multiples of the type's size: of most digits and capitals, in bold. */
const usualWidth = 0.7
const measuredAt = 100

const widths = new Map<string, number>()

/** The widest of some numbers, in multiples of the type's size, as this browser draws them. */
export const widestOf = (numbers: readonly string[]): number =>
  numbers.reduce((widest, number) => Math.max(widest, widthOf(number)), 0)

function widthOf(number: string): number {
  const known = widths.get(number)
  if (known !== undefined) return known
  const width = measure(number)
  // A night brings some hundred numbers.
  if (widths.size > 1000) widths.clear()
  widths.set(number, width)
  return width
}

function measure(number: string): number {
  const ruler = document.createElement('bdi')
  ruler.className = 'display-ruler'
  ruler.dir = 'ltr'
  ruler.textContent = number
  document.body.append(ruler)
  // A little more, because the width is rounded.
  const width = (ruler.offsetWidth + 1) / measuredAt
  ruler.remove()
  return width > 1 / measuredAt ? width : number.length * usualWidth
}
