import type { en } from './en.ts'

/** Every sentence of the product in another language than English. */
export type Catalog = Readonly<Record<keyof typeof en, string>>
