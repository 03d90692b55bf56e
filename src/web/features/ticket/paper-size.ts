import type { Paper } from '#web/api/preferences/paper.ts'

/** What the printer can reach across: receipt printers leave a margin of their own. */
export const widthMm: Readonly<Record<Paper, number>> = { '80': 72, '58': 48, A4: 186 }

const rollMm: Readonly<Record<Paper, number | undefined>> = { '80': 80, '58': 58, A4: undefined }

const marginMm = 3
/** Faces of the screen and of the printer differ by a hair; a second page for one line of it would be cut off. */
const slackMm = 4
/** Drivers of receipt printers know pages of a metre and more; what is longer goes on on the next. */
const longestMm = 1000

const mmOfPixel = 25.4 / 96

/**
 * The page that a ticket of this height, in pixels, is printed on, as a rule of CSS: of a roll, as much as the ticket
 * is long; of sheets, the sheet, with `count` below where the browser knows how.
 * @param count a value of CSS's `content`.
 */
export function pageRule(paper: Paper, height: number, count: string): string {
  const roll = rollMm[paper]
  if (roll === undefined)
    return `@page { size: A4; margin: 12mm; @bottom-center { content: ${count}; font: 9pt system-ui, sans-serif; } }`
  const length = Math.min(longestMm, Math.ceil(height * mmOfPixel) + 2 * marginMm + slackMm)
  return `@page { size: ${roll}mm ${Math.max(length, roll)}mm; margin: ${marginMm}mm ${(roll - widthMm[paper]) / 2}mm; }`
}

/**
 * Puts a rule for pages in force. A sheet made by the page itself is no element, so the content policy has nothing
 * against it; a browser that knows none prints on what its dialog says. @returns what takes it back.
 */
export function setPage(rule: string): () => void {
  if (!('adoptedStyleSheets' in document)) return () => undefined
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rule)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}
