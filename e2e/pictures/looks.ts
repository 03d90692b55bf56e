import type { Language } from '#web/i18n/language.ts'

/** How a screen is shown: its size, theme and language. */
export interface Look {
  readonly size: keyof typeof sizes
  readonly theme: 'light' | 'dark'
  readonly language: Language
}

/** A till, an upright tablet, a phone, a large screen. */
export const sizes = {
  till: { width: 1280, height: 800 },
  tablet: { width: 800, height: 1280 },
  phone: { width: 390, height: 844 },
  large: { width: 1920, height: 1080 },
  /** The other most common phone. */
  slim: { width: 360, height: 740 },
  /** The narrowest device on sale. */
  narrow: { width: 320, height: 640 },
  /** A till at 200 %. */
  zoomed: { width: 640, height: 400 },
  /** A phone in landscape. */
  lying: { width: 844, height: 390 },
} as const

const themes = ['light', 'dark'] as const
const languages = ['en', 'ar', 'fr'] as const

/** Sizes pictured only on request. */
const seldom: readonly string[] = ['slim', 'narrow', 'zoomed', 'lying']

/** Each requested size, or the usual ones, in both themes and all languages. */
export function looksAt(requested?: readonly string[]): readonly Look[] {
  const names = Object.keys(sizes) as Look['size'][] // Its own names, and no others.
  const chosen = names.filter((size) => (requested ? requested.includes(size) : !seldom.includes(size)))
  return chosen.flatMap((size) => languages.flatMap((language) => themes.map((theme) => ({ size, theme, language }))))
}

/** French is laid out as English is, so one look of it shows the length of its words. */
export const isUsual = ({ size, theme, language }: Look): boolean =>
  language !== 'fr' || (size === 'till' && theme === 'light')

export const nameOf = ({ size, theme, language }: Look): string => `${size}-${theme}-${language}`
