/** Maximum length of a search text, in UTF-16 units. */
export const textLimit = 256

/** Whether a text can be the id of a category, brand or attribute value in a filter. */
export const isId = (text: string): boolean => /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))
