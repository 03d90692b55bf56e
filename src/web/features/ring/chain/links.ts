import { paths } from '#contract/screen-paths.ts'
import type { MessageKey } from '#web/i18n/translations.tsx'

type LinkState = 'ok' | 'weak' | 'broken'

/** A link of the chain from the vendor service to the audible ring. */
export interface ChainLink {
  readonly state: LinkState
  readonly messageKey: Extract<MessageKey, `ring.link.${string}`>
  /** What to do about a link that is not ok. */
  readonly todoKey?: Extract<MessageKey, `ring.todo.${string}`>
  /** The screen where it is done, if it is one. */
  readonly path?: string
}

/** What the links depend on. */
export interface ChainFacts {
  readonly hasSound: boolean
  readonly isSounding: boolean
  readonly isAwake: boolean
  readonly feed: 'live' | 'polling' | 'lost'
  readonly token: 'ok' | 'refused' | 'not_enrolled'
  /**
   * Whether order notifications reach the server. `works`: one, or a test, arrived within a day. `faulty`: some were refused or
   * unreadable. `off`: the server has no secret, so it refuses all. Undefined: an older server does not say.
   */
  readonly webhook: 'works' | 'silent' | 'never' | 'faulty' | 'off' | undefined
  /** Whether the tablet's clock agrees with the server's. */
  readonly isClockRight: boolean
  readonly isNotificationAllowed: boolean
  /** An alarm about a printer is raised. The tablet does not know whether there are printers, so it tells no more. */
  readonly isPrinterFaulty: boolean
}

/** All links in display order. A weak one does not prevent the ring now. */
export function linksOf(facts: ChainFacts): readonly ChainLink[] {
  return [
    soundLink(facts),
    awakeLink(facts),
    feedLink(facts),
    tokenLink(facts),
    ...(facts.webhook === undefined ? [] : [webhookLinks[facts.webhook]]),
    clockLink(facts),
    notificationLink(facts),
    ...(facts.isPrinterFaulty ? [printerLink] : []),
  ]
}

/** Red if the tablet cannot ring, amber if it might miss an order, good only if every link is ok. */
export function lightOf(links: readonly ChainLink[]): 'red' | 'amber' | 'good' {
  if (links.some(({ state }) => state === 'broken')) return 'red'
  return links.some(({ state }) => state === 'weak') ? 'amber' : 'good'
}

/** The state of the whole chain in a few words. */
export function summaryOf(links: readonly ChainLink[]): Extract<MessageKey, `ring.${string}`> {
  if (links.some(({ messageKey }) => messageKey === 'ring.link.noSound' || messageKey === 'ring.link.cannotSound'))
    return 'ring.notYet'
  if (links.some(({ state }) => state === 'broken')) return 'ring.cannot'
  // Missing notifications do not stop the ring.
  const isWeak = ({ state, messageKey }: ChainLink) => state === 'weak' && messageKey !== 'ring.link.noNotices'
  return links.some(isWeak) ? 'ring.ringsBut' : 'ring.rings'
}

function soundLink({ hasSound, isSounding }: ChainFacts): ChainLink {
  if (isSounding) return { state: 'ok', messageKey: 'ring.link.sound' }
  return hasSound
    ? { state: 'broken', messageKey: 'ring.link.noSound', todoKey: 'ring.todo.noSound' }
    : { state: 'broken', messageKey: 'ring.link.cannotSound', todoKey: 'ring.todo.cannotSound' }
}

const awakeLink = ({ isAwake }: ChainFacts): ChainLink =>
  isAwake
    ? { state: 'ok', messageKey: 'ring.link.awake' }
    : { state: 'weak', messageKey: 'ring.link.notAwake', todoKey: 'ring.todo.notAwake' }

function feedLink({ feed }: ChainFacts): ChainLink {
  if (feed === 'live') return { state: 'ok', messageKey: 'ring.link.feed' }
  return feed === 'polling'
    ? { state: 'weak', messageKey: 'ring.link.polling', todoKey: 'ring.todo.polling' }
    : { state: 'broken', messageKey: 'ring.link.noFeed', todoKey: 'ring.todo.noFeed' }
}

function tokenLink({ token }: ChainFacts): ChainLink {
  if (token === 'ok') return { state: 'ok', messageKey: 'ring.link.token' }
  return token === 'refused'
    ? { state: 'broken', messageKey: 'ring.link.noToken', todoKey: 'ring.todo.noToken' }
    : { state: 'broken', messageKey: 'ring.link.notEnrolled', todoKey: 'ring.todo.notEnrolled' }
}

const webhookLinks: Readonly<Record<NonNullable<ChainFacts['webhook']>, ChainLink>> = {
  works: { state: 'ok', messageKey: 'ring.link.webhook' },
  silent: {
    state: 'weak',
    messageKey: 'ring.link.webhookSilent',
    todoKey: 'ring.todo.webhookSilent',
    path: paths.connection,
  },
  never: {
    state: 'weak',
    messageKey: 'ring.link.webhookNever',
    todoKey: 'ring.todo.webhookNever',
    path: paths.connection,
  },
  faulty: {
    state: 'weak',
    messageKey: 'ring.link.webhookFaulty',
    todoKey: 'ring.todo.webhookFaulty',
    path: paths.connection,
  },
  off: { state: 'broken', messageKey: 'ring.link.webhookOff', todoKey: 'ring.todo.webhookOff', path: paths.connection },
}

/** Weak and not broken: deadlines and the ring follow the server's clock. */
const clockLink = ({ isClockRight }: ChainFacts): ChainLink =>
  isClockRight
    ? { state: 'ok', messageKey: 'ring.link.clock' }
    : { state: 'weak', messageKey: 'ring.link.clockWrong', todoKey: 'ring.todo.clockWrong' }

const notificationLink = ({ isNotificationAllowed }: ChainFacts): ChainLink =>
  isNotificationAllowed
    ? { state: 'ok', messageKey: 'ring.link.notices' }
    : { state: 'weak', messageKey: 'ring.link.noNotices', todoKey: 'ring.todo.noNotices' }

/** Weak and not broken: orders ring without their tickets. */
const printerLink: ChainLink = {
  state: 'weak',
  messageKey: 'ring.link.printerFaulty',
  todoKey: 'ring.todo.printerFaulty',
  path: paths.printers,
}
