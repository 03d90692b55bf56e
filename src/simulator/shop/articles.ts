import type { Brand, TranslatedName } from '#contract/vendor/catalog.ts'
import { arabicSize } from './arabic-size.ts'
import { brands } from './brands.ts'
import { picturesPath, pictureName } from './pictures.ts'
import type { Product } from './product.ts'
import { bakery } from './products-bakery.ts'
import { breakfast } from './products-breakfast.ts'
import { care } from './products-care.ts'
import { cleaning } from './products-cleaning.ts'
import { dairy } from './products-dairy.ts'
import { digital } from './products-digital.ts'
import { drinks } from './products-drinks.ts'
import { frozen } from './products-frozen.ts'
import { home } from './products-home.ts'
import { hotDrinks } from './products-hot-drinks.ts'
import { meat } from './products-meat.ts'
import { pantry } from './products-pantry.ts'
import { produce } from './products-produce.ts'
import { sauces } from './products-sauces.ts'
import { snacks } from './products-snacks.ts'

/** One thing with one price: a product in a variety, of a brand, in a size. */
export type Article = {
  readonly reference: string
  readonly sku: string
  readonly name: TranslatedName
  readonly price: number
  readonly brand: Brand | undefined
  readonly image: string
  /** English words which may be values of attributes. */
  readonly traits: readonly string[]
  readonly product: Product
}

const shelves: readonly (readonly [prefix: string, products: readonly Product[]])[] = [
  ['GRC', [...produce, ...dairy, ...bakery, ...meat, ...pantry, ...sauces, ...breakfast, ...snacks]],
  ['DRK', [...drinks, ...hotDrinks]],
  ['FRZ', frozen],
  ['HOM', [...cleaning, ...care, ...home]],
  ['DIG', digital],
]

const brandsByName = new Map(brands.map((brand) => [brand.name.en, brand]))

function brandNamed(name: string): Brand | undefined {
  if (name === '') return undefined
  const brand = brandsByName.get(name)
  if (brand === undefined) throw new Error(`No brand is called ${name}`)
  return brand
}

/** What can be paid in notes: no coin is below 250 IQD. */
export const inNotes = (amount: number): number => Math.max(250, Math.round(amount / 250) * 250)

const words = (...parts: readonly (string | undefined)[]) => parts.filter((part) => part).join(' ')
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const initials = (name = '') => name.replaceAll(/[^A-Z0-9]/g, '')
const shortVariety = (variety: string) => variety.replaceAll(/([a-z]{3})[a-z]*| /gi, '$1').toUpperCase()
const shortSize = (size: string) => size.replaceAll('×', 'X').replaceAll(/[ ,]/g, '').toUpperCase()

function articlesOf(product: Product): readonly Omit<Article, 'reference'>[] {
  const varieties = Object.entries(product.varieties ?? { '': '' })
  const [kind, tint] = product.picture
  return varieties.flatMap(([variety, arabicVariety], place) =>
    product.brands.map(brandNamed).flatMap((brand, rank) =>
      Object.entries(product.sizes).map(([size, price]) => ({
        sku: [product.code, shortVariety(variety), initials(brand?.name.en), shortSize(size)]
          .filter((part) => part)
          .join('-'),
        name: {
          ar: words(product.name[1], arabicVariety, brand?.name.ar, arabicSize(size)),
          en: sentence(words(brand?.name.en, variety, product.name[0], size)),
        },
        price: inNotes(price * (1 + rank * 0.15)),
        brand,
        image: picturesPath + pictureName(kind, tint + place + rank * 3),
        traits: [variety, size, ...(product.traits ?? [])],
        product,
      })),
    ),
  )
}

/** All that the shop sells, in the order of its shelves. */
export const articles: readonly Article[] = shelves.flatMap(([prefix, products]) =>
  products
    .flatMap(articlesOf)
    .map((article, place) => ({ ...article, reference: `${prefix}-${String(place * 3 + 101).padStart(5, '0')}` })),
)
