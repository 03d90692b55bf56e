import type { WordKey } from '#web/i18n/translations.tsx'

type LinkState = 'ok' | 'weak' | 'broken'

/** One link of the chain from the desk to somebody's ears. */
export interface Link {
  readonly state: LinkState
  readonly word: Extract<WordKey, `ring.link.${string}`>
}

/** What a tablet knows of itself. */
export interface ChainFacts {
  readonly hasSound: boolean
  readonly isSounding: boolean
  readonly isAwake: boolean
  readonly feed: 'live' | 'asking' | 'lost'
  readonly token: 'ok' | 'refused' | 'not_enrolled'
  readonly isNoticeAllowed: boolean
}

/** Each link in the order of the sound's way; a weak one does not keep the tablet from ringing now. */
export function linksOf(facts: ChainFacts): readonly Link[] {
  return [soundLink(facts), awakeLink(facts), feedLink(facts), tokenLink(facts), noticeLink(facts)]
}

/** Red where it does not ring, amber where it might stop to. */
export function lightOf(links: readonly Link[]): 'red' | 'amber' | 'good' {
  if (links.some(({ state }) => state === 'broken')) return 'red'
  return links.some(({ state }) => state === 'weak') ? 'amber' : 'good'
}

function soundLink({ hasSound, isSounding }: ChainFacts): Link {
  if (isSounding) return { state: 'ok', word: 'ring.link.sound' }
  return { state: 'broken', word: hasSound ? 'ring.link.noSound' : 'ring.link.cannotSound' }
}

const awakeLink = ({ isAwake }: ChainFacts): Link =>
  isAwake ? { state: 'ok', word: 'ring.link.awake' } : { state: 'weak', word: 'ring.link.notAwake' }

function feedLink({ feed }: ChainFacts): Link {
  if (feed === 'live') return { state: 'ok', word: 'ring.link.feed' }
  if (feed === 'asking') return { state: 'weak', word: 'ring.link.asking' }
  return { state: 'broken', word: 'ring.link.noFeed' }
}

function tokenLink({ token }: ChainFacts): Link {
  if (token === 'ok') return { state: 'ok', word: 'ring.link.token' }
  return { state: 'broken', word: token === 'refused' ? 'ring.link.noToken' : 'ring.link.notEnrolled' }
}

const noticeLink = ({ isNoticeAllowed }: ChainFacts): Link =>
  isNoticeAllowed ? { state: 'ok', word: 'ring.link.notices' } : { state: 'weak', word: 'ring.link.noNotices' }
