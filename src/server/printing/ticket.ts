// A ticket between its content and its image: blocks from top to bottom, in the words and the direction of its language.

export type TicketBlock =
  | {
      readonly is: 'text'
      readonly text: string
      readonly size: 'huge' | 'large' | 'normal' | 'small'
      readonly isBold?: boolean
      readonly isCentered?: boolean
      readonly isFramed?: boolean
    }
  /** White on black: a reprint, a bag, a printer that stands in. */
  | { readonly is: 'mark'; readonly text: string }
  /** Name and value side by side if there is room, else one below the other. */
  | { readonly is: 'fact'; readonly name: string; readonly value: string; readonly isLarge?: boolean }
  | {
      readonly is: 'line'
      readonly quantity: string
      /** As in the order, then as in the catalog. */
      readonly names: readonly string[]
      readonly codes: string
      /** The customer's notes, in a frame. */
      readonly notes: readonly { readonly text: string; readonly depth: number }[]
    }
  /** Code 128; the first of these that can be encoded and fits. */
  | { readonly is: 'barcode'; readonly texts: readonly string[] }
  | { readonly is: 'qr'; readonly text: string }
  | { readonly is: 'rule' }

export interface TicketPage {
  readonly direction: 'ltr' | 'rtl'
  readonly blocks: readonly TicketBlock[]
}

/** A ticket as dots. */
export interface TicketImage {
  /** In dots; a multiple of 8. */
  readonly width: number
  readonly height: number
  /** Row by row; the leftmost dot is a byte's highest bit, and 1 is black. */
  readonly bits: Uint8Array<ArrayBuffer>
  readonly png: Uint8Array<ArrayBuffer>
}

/** Draws a ticket this many dots wide, away from the event loop. Rejects if it cannot. */
export type DrawTicket = (page: TicketPage, width: number) => Promise<TicketImage>
