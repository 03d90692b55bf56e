import type { PictureKind } from './pictures.ts'

type EnglishArabic = readonly [en: string, ar: string]

/** One line of the shop's range; the shop sells each variety of it, of each brand, in each size. */
export type Product = {
  /** What its stock keeping units start with. */
  readonly code: string
  /** In lower case, for it follows the name of a brand. */
  readonly name: EnglishArabic
  readonly about: EnglishArabic
  /** By their English names. */
  readonly categories: readonly string[]
  readonly picture: readonly [kind: PictureKind, tint: number]
  /** By their English names; '' is the shop's own, without a brand. */
  readonly brands: readonly string[]
  /** In English with their price in IQD. */
  readonly sizes: Readonly<Record<string, number>>
  /** In English with the Arabic that follows the name: { mango: 'مانغو' } of 'juice' is mango juice. */
  readonly varieties?: Readonly<Record<string, string>>
  /** Keys of attribute values, beside those of the variety and the size. */
  readonly traits?: readonly string[]
}
