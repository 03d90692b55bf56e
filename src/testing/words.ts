/** The words of a text, as rows of a table: words`one two`. */
export const words = (text: TemplateStringsArray): readonly string[] => String.raw(text).trim().split(/\s+/)
