import type { Subscribe } from '#server/events/bus.ts'
import type { Feed } from '#server/feed/feed.ts'
import { createAutoAcceptance, type AutoAcceptance, type AutoAcceptDeps } from './auto-accept.ts'
import { createRehearsal, type RehearsalDeps } from './rehearsal.ts'

export interface AutomationDeps extends Omit<AutoAcceptDeps, 'store' | 'times' | 'catalog' | 'clock'>, RehearsalDeps {
  readonly store: AutoAcceptDeps['store'] & RehearsalDeps['store']
  readonly times: AutoAcceptDeps['times'] & RehearsalDeps['times']
  readonly subscribe: Subscribe
  readonly feed: Pick<Feed, 'beat'>
}

export interface Automation {
  readonly acceptance: AutoAcceptance
  readonly rehearse: ReturnType<typeof createRehearsal>
}

/** Automatic acceptance, and its rehearsal. */
export function createAutomation({ subscribe, feed, ...deps }: AutomationDeps): Automation {
  const acceptance = createAutoAcceptance(deps)
  subscribe('order-changed', acceptance.wake)
  subscribe('deadline-changed', acceptance.wake)
  subscribe('rules-changed', acceptance.wake)
  subscribe('rules-changed', feed.beat)
  return { acceptance, rehearse: createRehearsal(deps) }
}
