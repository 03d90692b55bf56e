import { Unreadable } from '#contract/salvage.ts'

/**
 * The look of a cell in a row that is one link: with an unreadable field it has a button of its own, which stands above
 * the link, and room around it where nothing is hit.
 */
export const aboveLink = (...fields: readonly unknown[]): string =>
  fields.some((field) => field instanceof Unreadable) ? 'relative z-1 p-2.5' : ''
