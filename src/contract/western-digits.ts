/** Converts Arabic-Indic and Persian digits to Western ones, because the keyboard decides which ones people type. */
export const westernDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) % 16))
