import type { Brand, TranslatedName } from '#contract/vendor/catalog.ts'
import { brands } from './brands.ts'
import { picturesPath, pictureName } from './pictures.ts'
import { products, type Product } from './products.ts'

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

// Three to ten of a thing take its plural; below and above stands the singular.
const units: Readonly<Record<string, readonly [one: string, few: string]>> = {
  g: ['غم', 'غم'],
  kg: ['كغم', 'كغم'],
  ml: ['مل', 'مل'],
  L: ['لتر', 'لتر'],
  m: ['متر', 'أمتار'],
  cm: ['سم', 'سم'],
  W: ['واط', 'واط'],
  IQD: ['دينار', 'دينار'],
  piece: ['قطعة', 'قطع'],
  pieces: ['قطعة', 'قطع'],
  slices: ['شريحة', 'شرائح'],
  bags: ['كيس', 'أكياس'],
  sheets: ['ورقة', 'ورقات'],
  rolls: ['لفة', 'لفات'],
}

/** A size in Arabic words and Western digits: '6 × 250 ml' is '6 × 250 مل'. */
const arabicSize = (size: string): string =>
  size.replaceAll(', ', '، ').replaceAll(/([\d.,]+) ([A-Za-z]+)/g, (english, number: string, unit: string) => {
    const [one, few] = units[unit] ?? []
    const count = Number(number)
    const word = count >= 3 && count <= 10 ? few : one
    return word === undefined ? english : `${number} ${word}`
  })

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
  const varieties = product.varieties.length > 0 ? product.varieties : [['', ''] as const]
  const [kind, tint] = product.picture
  return varieties.flatMap(([variety, arabicVariety], place) =>
    product.brands.map(brandNamed).flatMap((brand, rank) =>
      product.sizes.map(([size, price]) => ({
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
        traits: [variety, size, ...product.traits],
        product,
      })),
    ),
  )
}

const shelves = [...new Set(products.map(({ shelf }) => shelf))]

/** All that the shop sells, in the order of its shelves. */
export const articles: readonly Article[] = shelves.flatMap((shelf) =>
  products
    .filter((product) => product.shelf === shelf)
    .flatMap(articlesOf)
    .map((article, place) => ({ ...article, reference: `${shelf}-${String(place * 3 + 101).padStart(5, '0')}` })),
)
