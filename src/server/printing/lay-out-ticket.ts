import { barcodeIn, qrIn } from './ticket-codes.ts'
import {
  type Column,
  createInk,
  frame,
  type InkMark,
  lowered,
  type TicketContext,
  type TicketInk,
} from './ticket-ink.ts'
import type { TicketBlock, TicketPage } from './ticket.ts'

/** A ticket's marks on the paper, and its length in dots. */
export interface TicketLayout {
  readonly height: number
  readonly marks: readonly InkMark[]
}

type Block<Kind extends TicketBlock['is']> = Extract<TicketBlock, { readonly is: Kind }>

/** Sizes in dots at 203 dpi: 8 dots are a millimetre. */
const sizesFor = (width: number) =>
  width >= 500
    ? ({ margin: 10, huge: 96, large: 42, normal: 28, small: 22, mark: 38, name: 32, note: 30, quantity: 38 } as const)
    : ({ margin: 6, huge: 80, large: 36, normal: 26, small: 20, mark: 32, name: 29, note: 28, quantity: 32 } as const)

/** Lays out a ticket: what is too wide goes on in the next line, and nothing is cut off. */
export function layOutTicket(on: TicketContext, page: TicketPage, width: number): TicketLayout {
  const ink = createInk(on, page)
  const sizes = sizesFor(width)
  const isNarrow = width < 500
  const whole: Column = { x: sizes.margin, width: width - 2 * sizes.margin }
  const none: TicketLayout = { height: 0, marks: [] }

  const layOut = (block: TicketBlock, before: TicketBlock | undefined): TicketLayout => {
    switch (block.is) {
      case 'text':
        return block.isFramed ? framed(ink, whole, block.text, textStyle(block)) : text(block)
      case 'mark':
        return mark(block)
      case 'fact':
        return fact(block)
      case 'line':
        return line(block, before?.is === 'line')
      case 'barcode':
        return barcodeIn(whole, 4, block.texts) ?? none
      case 'qr':
        return qrIn(whole, 0, block.text) ?? none
      case 'rule':
        return { height: 4, marks: [{ is: 'rectangle', ...whole, y: 0, height: 4, ink: 'black' }] }
    }
  }

  const textStyle = ({ size, isBold = false, isCentered = false }: Block<'text'>) => ({
    size: sizes[size],
    isBold,
    align: isCentered ? ('center' as const) : ('start' as const),
  })

  function text(block: Block<'text'>): TicketLayout {
    const style = textStyle(block)
    if (block.size !== 'huge') return ink.textIn(whole, 0, block.text, style)
    // A long number gets smaller before it breaks.
    const fitting = [1, 0.8, 0.66, 0.5].find(
      (part) => ink.widthOf(block.text, { ...style, size: Math.round(part * sizes.huge) }) <= whole.width,
    )
    return ink.textIn(whole, 0, block.text, { ...style, size: Math.round((fitting ?? 0.5) * sizes.huge) })
  }

  function mark({ text: said }: Block<'mark'>): TicketLayout {
    const style = { size: sizes.mark, isBold: true, align: 'center', ink: 'white' } as const
    const written = ink.textIn(ink.inside(whole, 10), 6, said, style)
    const height = written.height + 12
    return { height, marks: [{ is: 'rectangle', ...whole, y: 0, height, ink: 'black' }, ...written.marks] }
  }

  function fact({ name, value, isLarge = false }: Block<'fact'>): TicketLayout {
    const nameStyle = { size: isNarrow ? 22 : 25 }
    const valueStyle = { size: isLarge ? sizes.large : sizes.normal, isBold: true }
    const gap = 16
    const nameWidth = ink.widthOf(name, nameStyle)
    if (nameWidth + gap + ink.widthOf(value, valueStyle) > whole.width) {
      const above = ink.textIn(whole, 0, name, nameStyle)
      const below = ink.textIn(whole, above.height, value, valueStyle)
      return { height: above.height + below.height, marks: [...above.marks, ...below.marks] }
    }
    const beside = ink.textIn(ink.inside(whole, nameWidth + gap, 0), 0, value, { ...valueStyle, align: 'end' })
    const named = ink.textIn(whole, 0, name, nameStyle)
    // Both stand on one line.
    const drop = (beside.marks[0]?.y ?? 0) - (named.marks[0]?.y ?? 0)
    return {
      height: Math.max(beside.height + Math.max(0, -drop), named.height + drop),
      marks: [...lowered(named.marks, Math.max(0, drop)), ...lowered(beside.marks, Math.max(0, -drop))],
    }
  }

  function line({ quantity, names, codes, notes }: Block<'line'>, isAfterLine: boolean): TicketLayout {
    const top = isAfterLine ? 16 : 4
    const marks: InkMark[] = isAfterLine ? [...dashes(whole, 2)] : []
    const quantityStyle = { size: sizes.quantity, isBold: true, align: 'center' } as const
    const quantityWidth = Math.max(isNarrow ? 76 : 94, ink.widthOf(quantity, quantityStyle) + 16)
    const quantityColumn = ink.startOf(whole, Math.min(quantityWidth, Math.floor(whole.width / 2)))
    const column = ink.inside(whole, quantityColumn.width + 12, 0)
    const counted = ink.textIn(ink.inside(quantityColumn, 6), top + 3, quantity, quantityStyle)
    marks.push(...counted.marks)
    // Another quantity than one is what is missed most often.
    if (!/^1\s/.test(quantity)) marks.push(...frame(quantityColumn, top - 2, counted.height + 6))

    let y = top + 2
    const add = ({ height, marks: more }: TicketLayout) => {
      marks.push(...more)
      y += height
    }
    names.forEach((name, index) =>
      add(ink.textIn(column, y, name, { size: index === 0 ? sizes.name : sizes.normal - 1, isBold: index === 0 })),
    )
    if (codes !== '') add(ink.textIn(column, y, codes, { size: sizes.small }))
    y = Math.max(y, top + counted.height + 8)
    if (notes.length > 0) {
      y += 6
      const box = isNarrow ? whole : column
      const from = y
      y += 10
      for (const { text: note, depth } of notes)
        add(ink.textIn(ink.inside(box, 14 + 22 * depth, 12), y, note, { size: sizes.note, isBold: true }))
      y += 8
      marks.push(...frame(box, from, y - from))
    }
    return { height: y + 4, marks }
  }

  let y = 14
  const marks: InkMark[] = []
  page.blocks.forEach((block, index) => {
    const before = page.blocks[index - 1]
    const { height, marks: own } = layOut(block, before)
    if (height === 0) return
    y += gapBetween(before, block)
    marks.push(...lowered(own, y))
    y += height
  })
  return { height: y + 20, marks }
}

/** Text in a frame. */
function framed(ink: TicketInk, column: Column, text: string, style: Parameters<TicketInk['textIn']>[3]): TicketLayout {
  const written = ink.textIn(ink.inside(column, 14), 10, text, style)
  const height = written.height + 20
  return { height, marks: [...frame(column, 0, height), ...written.marks] }
}

const dashes = ({ x, width }: Column, y: number): readonly InkMark[] =>
  Array.from({ length: Math.floor((width + 8) / 20) }, (_, index) => ({
    is: 'rectangle',
    x: x + Math.floor(((width + 8) % 20) / 2) + 20 * index,
    y,
    width: 12,
    height: 2,
    ink: 'black',
  }))

function gapBetween(before: TicketBlock | undefined, { is }: TicketBlock): number {
  if (!before || (before.is === 'line' && is === 'line')) return 0
  // A QR code brings its own quiet zone.
  if (before.is === 'qr' || is === 'qr') return 0
  if (before.is === 'rule' || is === 'rule') return 12
  if (before.is === 'barcode') return 18
  return 8
}
