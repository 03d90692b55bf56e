import type { en } from './en.ts'

/** All messages in a language other than English. */
export type Catalog = Readonly<Record<keyof typeof en, string>>
