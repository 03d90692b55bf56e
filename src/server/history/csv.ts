/**
 * A spreadsheet reads a cell that begins with these as a formula, in some languages also if they are of full width. After
 * an apostrophe it is text.
 */
const formula = /^[\s\p{Cc}]*[=+\-@＝＋－＠]/u

/** A number that a double may not hold exactly, as a decimal text of our own. */
interface Decimal {
  readonly decimal: string
}

type Value = string | number | Decimal | null | undefined

function cell(value: Value): string {
  // Our own numbers are no formulas, below zero neither.
  if (typeof value === 'number') return `"${value}"`
  if (typeof value === 'object' && value) return `"${value.decimal}"`
  const text = value ?? ''
  const safe = formula.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** A line of CSV (RFC 4180). */
export const csvLine = (cells: readonly Value[]): string => `${cells.map(cell).join(',')}\r\n`

/** Tells spreadsheets, at the beginning of a file, that it is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Answers with a file in CSV, part by part. `name` is in ASCII; `fullName` may have letters of any script (RFC 6266). */
export function csvAnswer(name: string, parts: AsyncGenerator<string>, fullName = name): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await parts.next()
      if (part.done) controller.close()
      else controller.enqueue(encoder.encode(part.value))
    },
    cancel: async () => void (await parts.return(undefined)),
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"${
        fullName === name ? '' : `; filename*=UTF-8''${encodeURIComponent(fullName)}`
      }`,
      'Cache-Control': 'no-store',
    },
  })
}
