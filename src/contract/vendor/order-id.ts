/**
 * An order's id as we carry it: a string, to the letter. The specification says "string or integer"; what is
 * outside this alphabet is never put into an address (unspecified: which characters an id may have).
 */
export type OrderId = string

const pattern = /^[A-Za-z0-9_-][A-Za-z0-9._:-]{0,127}$/

export const isOrderId = (text: string): text is OrderId => pattern.test(text)
