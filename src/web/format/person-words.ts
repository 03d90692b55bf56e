import type { Who } from '#contract/desk/action.ts'
import type { Translate } from '#web/i18n/translations.tsx'

/** Who did something; empty if that is not known. */
export function personWords({ person, rule, key }: Who, t: Translate): string {
  if (rule) return t('by.rule')
  return key ? t('by.key', { name: person }) : person
}

/** The same, and on which tablet. */
export const whoWords = (by: Who, t: Translate): string =>
  by.rule || by.key ? personWords(by, t) : [by.person, by.tablet].filter((name) => name !== '').join(' · ')
