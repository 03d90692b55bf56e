import { notify } from '#web/api/toasts/toasts.ts'
import { readName } from '#contract/desk/people.ts'
import type { Translate } from '#web/i18n/translations.tsx'

/** Says which name a tablet got, where another one had the name that was typed. */
export function tellOtherName(t: Translate, typed: string, name: string): void {
  if (readName(typed) !== name) notify(t('people.otherName', { name }))
}
