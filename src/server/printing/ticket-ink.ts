import { wrapText, directionOf } from './wrap-text.ts'
import type { TicketPage } from './ticket.ts'

/** What drawing needs of a canvas, in Node or in a browser. */
export type TicketContext = Pick<
  CanvasRenderingContext2D,
  'fillRect' | 'fillText' | 'measureText' | 'font' | 'direction' | 'textAlign' | 'fillStyle'
>

/** The fonts that whoever makes the canvas has to load, in both weights. */
export const ticketFonts = { latin: 'Ticket Sans', arabic: 'Ticket Sans Arabic' } as const

type Ink = 'black' | 'white'

/** One thing on the paper: a filled rectangle, or one line of text. `y` is the top, and the text's baseline. */
export type InkMark =
  | {
      readonly is: 'rectangle'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly ink: Ink
    }
  | {
      readonly is: 'text'
      readonly text: string
      readonly x: number
      readonly y: number
      readonly font: string
      readonly size: number
      readonly align: 'left' | 'right' | 'center'
      readonly direction: 'ltr' | 'rtl'
      readonly ink: Ink
    }

/** A part of the paper's width, in dots. */
export interface Column {
  readonly x: number
  readonly width: number
}

interface TextStyle {
  readonly size: number
  readonly isBold?: boolean
  readonly align?: 'start' | 'end' | 'center'
  readonly ink?: Ink
}

interface Piece {
  readonly height: number
  readonly marks: readonly InkMark[]
}

const fontOf = ({ size, isBold = false }: TextStyle): string =>
  `${isBold ? 700 : 400} ${size}px "${ticketFonts.latin}", "${ticketFonts.arabic}", sans-serif`

/** Arabic letters and their signs reach higher and lower than Latin ones. */
const hasTallLetters = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u

const linePlace = (text: string, size: number): { readonly ascent: number; readonly height: number } => {
  const [ascent, height] = hasTallLetters.test(text) ? [1.02, 1.44] : [0.88, 1.18]
  return { ascent: Math.round(ascent * size), height: Math.round(height * size) }
}

/** Lays out text and frames for one canvas and one direction of the page. */
export function createInk(on: TicketContext, page: Pick<TicketPage, 'direction'>) {
  const isRtl = page.direction === 'rtl'

  function widthOf(text: string, style: TextStyle): number {
    on.font = fontOf(style)
    on.direction = directionOf(text) ?? page.direction
    return Math.ceil(on.measureText(text).width)
  }

  /** The text in lines, from `y` downwards. */
  function textIn({ x, width }: Column, y: number, text: string, style: TextStyle): Piece {
    const { size, align = 'start', ink = 'black' } = style
    const font = fontOf(style)
    const side = align === 'center' ? 'center' : (align === 'start') === isRtl ? 'right' : 'left'
    const at = side === 'center' ? x + Math.round(width / 2) : side === 'right' ? x + width : x
    let top = y
    const marks = wrapText(text, width, (part) => widthOf(part, style)).map(
      ({ text: line, direction = page.direction }): InkMark => {
        const place = linePlace(line, size)
        const mark = {
          is: 'text',
          text: line,
          x: at,
          y: top + place.ascent,
          font,
          size,
          align: side,
          direction,
          ink,
        } as const
        top += place.height
        return mark
      },
    )
    return { height: top - y, marks }
  }

  /** A column without what is taken from its start and its end. */
  const inside = ({ x, width }: Column, start: number, end = start): Column => ({
    x: x + (isRtl ? end : start),
    width: width - start - end,
  })

  /** The start of a column, this wide. */
  const startOf = (column: Column, width: number): Column => inside(column, 0, column.width - width)

  return { widthOf, textIn, inside, startOf }
}

export type TicketInk = ReturnType<typeof createInk>

/** Four lines around a place, inside its edges. */
export function frame({ x, width }: Column, y: number, height: number, thickness = 3): readonly InkMark[] {
  const line = (left: number, top: number, wide: number, high: number): InkMark => ({
    is: 'rectangle',
    x: left,
    y: top,
    width: wide,
    height: high,
    ink: 'black',
  })
  return [
    line(x, y, width, thickness),
    line(x, y + height - thickness, width, thickness),
    line(x, y, thickness, height),
    line(x + width - thickness, y, thickness, height),
  ]
}

/** Moves marks down the paper. */
export const lowered = (marks: readonly InkMark[], by: number): readonly InkMark[] =>
  marks.map((mark) => ({ ...mark, y: mark.y + by }))
