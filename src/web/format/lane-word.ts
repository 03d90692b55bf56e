import type { Lane } from '#contract/desk/inbox.ts'
import type { MessageKey } from '#web/i18n/translations.tsx'

/** The lane as the status of one order. The title of a column is about several, which French writes otherwise. */
export function laneWord(lane: Lane): MessageKey {
  if (lane === 'answer') return 'lane.isNew'
  return lane === 'ready' ? 'lane.isReady' : `lane.${lane}`
}
