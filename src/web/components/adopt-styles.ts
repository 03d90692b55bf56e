/**
 * Adds rules to the page. The page's one stylesheet is part of the page itself, so the rules of a screen that few tablets
 * open come with its code instead. jsdom has no such sheets.
 */
export function adoptStyles(text: string): void {
  if (!('adoptedStyleSheets' in document)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
