import type { Translate } from '#web/i18n/translations.tsx'
import type { Announcements } from './announcements.ts'

/** More than that at once is counted. */
const eachAtMost = 3

/** Announcements as a person would tell them, each a sentence of its own. */
export function sentencesOf({ arrived, changed }: Announcements, t: Translate): readonly string[] {
  const [only] = arrived
  return [
    ...(arrived.length === 1 && only !== undefined ? [t('spoken.newOrder', { number: only })] : []),
    ...(arrived.length > 1 ? [t('spoken.newOrders', { count: arrived.length })] : []),
    ...(changed.length > eachAtMost
      ? [t('spoken.changed', { count: changed.length })]
      : changed.map(({ number, lane }) => t(`spoken.lane.${lane}`, { number }))),
  ]
}
