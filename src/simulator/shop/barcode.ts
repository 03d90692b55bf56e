/** The digit that makes twelve into an EAN-13. */
export function checkDigit(twelve: string): number {
  const sum = [...twelve].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return (10 - (sum % 10)) % 10
}

/** An EAN-13 out of the range 20 to 29, which each shop gives out by itself and no maker uses. */
export function inStoreBarcode(article: number): string {
  const twelve = `2${article % 10}${String(1_000_000 + article * 37).padStart(10, '0')}`
  return `${twelve}${checkDigit(twelve)}`
}
