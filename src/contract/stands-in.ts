/** Whether a text stands in numbers and names that are looked through; a number's dashes may be left out. */
export const standsIn = (lookedThrough: string, text: string): boolean =>
  lookedThrough.includes(text) || lookedThrough.replaceAll('-', '').includes(text)
