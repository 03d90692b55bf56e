/** The key of an English name: 'Extra large' is `extra-large`, '1.5 L' is `1-5-l`. */
export const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
