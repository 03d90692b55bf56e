/** Whether a text is part of searchable numbers and names; dashes in a number may be omitted. */
export const standsIn = (lookedThrough: string, text: string): boolean =>
  lookedThrough.includes(text) || lookedThrough.replaceAll('-', '').includes(text)
