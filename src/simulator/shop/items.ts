import type { Brand, CatalogItem, TranslatedName } from '#contract/vendor/catalog.ts'
import { attributes, brands, categories, slug } from './lists.ts'
import { pictureName, picturesPath } from './pictures.ts'
import { type Product, products } from './products.ts'

/** One item with one price: a product in a variety, of a brand, in a size. */
type Article = {
  readonly reference: string
  readonly sku: string
  readonly name: TranslatedName
  readonly price: number
  readonly brand: Brand | undefined
  readonly image: string
  /** English words that may be attribute values. */
  readonly traits: readonly string[]
  readonly product: Product
}

// Arabic uses the plural from three to ten, else the singular.
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

/** Rounds to an amount payable in notes: the smallest is 250 IQD. */
const inNotes = (amount: number): number => Math.max(250, Math.round(amount / 250) * 250)

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

/** All items of the shop, in shelf order. */
const articles: readonly Article[] = shelves.flatMap((shelf) =>
  products
    .filter((product) => product.shelf === shelf)
    .flatMap(articlesOf)
    .map((article, place) => ({ ...article, reference: `${shelf}-${String(place * 3 + 101).padStart(5, '0')}` })),
)

const categoryIds = new Map(categories.map(({ id, name }) => [name.en, id]))
const valueIds = new Map(attributes.flatMap(({ values }) => values).map(({ id, key }) => [key, id]))

function categoryNamed(name: string): number {
  const id = categoryIds.get(name)
  if (id === undefined) throw new Error(`No category is called ${name}`)
  return id
}

/** A deterministic number from 0 to 99 for a name. */
function dice(nameOfThrow: string): number {
  let hash = 0x811c9dc5
  for (const character of nameOfThrow) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % 100
}

/** The check digit of an EAN-13. */
export function checkDigit(twelve: string): number {
  const sum = [...twelve].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return (10 - (sum % 10)) % 10
}

/** An EAN-13 of the range 20 to 29, which every shop assigns by itself and no manufacturer uses. */
function inStoreBarcode(article: number): string {
  const twelve = `2${article % 10}${String(1_000_000 + article * 37).padStart(10, '0')}`
  return `${twelve}${checkDigit(twelve)}`
}

type Discount = Pick<CatalogItem, 'discounted_price' | 'discount_start_at' | 'discount_end_at'>
type DaysFromNow = (days: number) => string

const noDiscount: Discount = { discounted_price: null, discount_start_at: null, discount_end_at: null }

/** Of a hundred articles eight have a discount now, four will have, four had, and two have one without dates. */
function discountOf({ sku, price }: Article, inDays: DaysFromNow): Discount {
  const throwOf = dice(`discount ${sku}`)
  if (throwOf >= 18 || price < 1500) return noDiscount
  const discounted_price = inNotes(price * (throwOf % 2 === 0 ? 0.8 : 0.7))
  const between = (start: number, end: number): Discount => ({
    discounted_price,
    discount_start_at: inDays(start),
    discount_end_at: inDays(end),
  })
  if (throwOf < 8) return between(-3, 4 + throwOf)
  if (throwOf < 12) return between(2, 9)
  if (throwOf < 16) return between(-21, -7)
  return { ...noDiscount, discounted_price }
}

function stockOf(sku: string): number {
  const throwOf = dice(`stock ${sku}`)
  if (throwOf < 6) return 0
  if (throwOf < 15) return 1 + (throwOf % 4)
  return throwOf * 2 - 22
}

// Typical data errors of a shop that the desk must cope with. Keyed by SKU, because the list may grow.
const slips: Readonly<Record<string, (item: CatalogItem) => Partial<CatalogItem>>> = {
  'YOG-HF-1KG': () => ({ brand_id: 999_999 }),
  'SLT-WC-700G': ({ category_ids }) => ({ category_ids: [...category_ids, 424_242] }),
  'EGG-EH-30PIECES': ({ price }) => ({ discounted_price: price + 1000 }),
  'TSU-PD-200SHEETS': () => ({ discounted_price: 0 }),
}

function shopItem(article: Article, place: number, inDays: DaysFromNow): CatalogItem {
  const { sku, product } = article
  const happens = (what: string, outOfHundred: number) => dice(`${what} ${sku}`) < outOfHundred
  const is_virtual = product.shelf === 'DIG'
  const stock = is_virtual ? 50 : stockOf(sku)
  const item: CatalogItem = {
    id: 70_001 + place * 3,
    vendor_reference_id: article.reference,
    name: article.name,
    description: { ar: product.about[1], en: product.about[0] },
    price: article.price,
    ...(is_virtual ? noDiscount : discountOf(article, inDays)),
    stock,
    sku: happens('no sku', 7) ? null : sku,
    barcode: is_virtual || happens('no barcode', 6) ? null : inStoreBarcode(place + 1),
    is_active: !happens('inactive', 4),
    is_available: stock > 0 && !happens('unavailable', 4),
    is_virtual,
    image_url: happens('no image', 5) ? null : article.image,
    brand_id: article.brand?.id ?? null,
    max_purchasable_quantity: is_virtual ? 5 : happens('limit', 25) ? 6 + (place % 4) * 2 : null,
    parent_id: null,
    category_ids: product.categories.map(categoryNamed),
    attribute_value_ids: article.traits.flatMap((trait) => valueIds.get(slug(trait)) ?? []),
    created_at: inDays(-60 - dice(`created ${sku}`) * 6.13),
    updated_at: inDays(-dice(`updated ${sku}`) / 4.07),
  }
  return { ...item, ...slips[sku]?.(item) }
}

/** The shop's items at this moment, with discounts that run, begin and end around it. */
export function shopItems(now: Date): readonly CatalogItem[] {
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
  return articles.map((article, place) => shopItem(article, place, inDays))
}
