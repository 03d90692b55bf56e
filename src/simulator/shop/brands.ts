import type { Brand } from '#contract/vendor/catalog.ts'
import { brandNames } from './brand-names.ts'

/** The brands the service knows: more than the shop sells, as in life. */
export const brands: readonly Brand[] = brandNames
  .trim()
  .split('\n')
  .map((line, index) => {
    const [en = '', ar = ''] = line.split(' | ')
    return { id: 2001 + index, name: { ar, en } }
  })
