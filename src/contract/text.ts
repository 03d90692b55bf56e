/** Converts Arabic-Indic and Persian digits to Western ones, because the keyboard decides which ones people type. */
export const westernDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) % 16))

const loopback = /^(?:localhost|::1|\[::1\]|127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})$/

/** Whether a listen address or host name is reachable from this machine only. */
export const isLoopback = (host: string): boolean => loopback.test(host)

/** Maximum length of a search text, in UTF-16 units. */
export const textLimit = 256

/** Whether a text can be the id of a category, brand or attribute value in a filter. */
export const isId = (text: string): boolean => /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))
