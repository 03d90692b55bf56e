// Of three of a kind each is scanned: how many were so far outlasts the screen, and is this tablet's own.

const counts = new Map<string, number>()

const keyOf = (orderId: string, line: string, quantity: number): string => JSON.stringify([orderId, line, quantity])

export const scannedOf = (orderId: string, line: string, quantity: number): number =>
  counts.get(keyOf(orderId, line, quantity)) ?? 0

export function setScanned(orderId: string, line: string, quantity: number, count: number): void {
  if (count === 0) counts.delete(keyOf(orderId, line, quantity))
  else counts.set(keyOf(orderId, line, quantity), count)
}
