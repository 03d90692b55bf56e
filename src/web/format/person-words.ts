import type { Who } from '#contract/desk/action.ts'
import type { Translate } from '#web/i18n/translations.tsx'

/** Who did something; empty if that is not known. */
export const personWords = ({ person, rule }: Who, t: Translate): string => (rule ? t('by.rule') : person)

/** The same, and on which tablet. */
export const whoWords = (by: Who, t: Translate): string =>
  by.rule ? t('by.rule') : [by.person, by.tablet].filter((name) => name !== '').join(' · ')
