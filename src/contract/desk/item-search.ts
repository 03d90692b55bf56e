/** How long a text may be by which items are searched, in UTF-16 units. */
export const textLimit = 256

/** Whether a text can be the id of a category, a brand or an attribute's value, by which items are filtered. */
export const isId = (text: string): boolean => /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))
