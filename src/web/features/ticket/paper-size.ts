import type { Paper } from '#web/api/print-preferences.ts'
import { numberingIn } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Translate } from '#web/i18n/translations.tsx'

/** The printable width; receipt printers leave a margin. */
export const widthMm: Readonly<Record<Paper, number>> = { '80': 72, '58': 48, A4: 186 }

const rollMm: Readonly<Record<Paper, number | undefined>> = { '80': 80, '58': 58, A4: undefined }

const marginMm = 3
/** Screen and printer fonts differ slightly; a page that is too short would cut a second one off. */
const slackMm = 4
/** Drivers of receipt printers accept pages of a metre and more; a longer ticket continues on the next page. */
const longestMm = 1000

const mmOfPixel = 25.4 / 96

/**
 * The CSS rule of the page for a ticket of this height in pixels: a roll is as long as the ticket; a sheet shows
 * `count` at its foot if the browser supports it.
 * @param count a value of CSS `content`.
 */
export function pageRule(paper: Paper, height: number, count: string): string {
  const roll = rollMm[paper]
  if (roll === undefined)
    return `@page { size: A4; margin: 12mm; @bottom-center { content: ${count}; font: 9pt system-ui, sans-serif; } }`
  const length = Math.min(longestMm, Math.ceil(height * mmOfPixel) + 2 * marginMm + slackMm)
  return `@page { size: ${roll}mm ${Math.max(length, roll)}mm; margin: ${marginMm}mm ${(roll - widthMm[paper]) / 2}mm; }`
}

/**
 * Applies a page rule. A constructed stylesheet is no element, so the content policy allows it; a browser without them
 * uses the settings of its dialog. @returns a function that removes it.
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

/** `Page 2 of 6`, over all bags of an order, as a value of CSS `content`: only the browser knows the page number. */
export function sheetCount(t: Translate, language: Language): string {
  const style = numberingIn(language).numberingSystem === 'latn' ? 'decimal' : 'arabic-indic'
  const counted = (counter: string) => `" counter(${counter}, ${style}) "`
  return `"${t('ticket.sheet', { page: counted('page'), pages: counted('pages') })}"`
}
