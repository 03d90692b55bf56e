/** Arabic-Indic and Persian digits as Western ones: which of them a keyboard writes is not the person's choice. */
export const westernDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) % 16))
