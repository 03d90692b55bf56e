import { asksCustomer, commandActions, type LogEntry } from '#contract/desk/log.ts'
import { actionWords } from '#web/format/action-words.ts'
import { whoWords } from '#web/format/person-words.ts'
import { listNames, numberingIn } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Translate, MessageKey } from '#web/i18n/translations.tsx'

const otherActions: Readonly<Record<string, Extract<MessageKey, `log.did.${string}`>>> = {
  'sign in done': 'log.did.signIn',
  'sign in failed': 'log.did.signInFailed',
  'make code done': 'log.did.makeCode',
  'let in done': 'log.did.letIn',
  'rename tablet done': 'log.did.renameTablet',
  'change tablet done': 'log.did.changeTablet',
  'cut off done': 'log.did.cutOff',
  'add person done': 'log.did.addPerson',
  'remove person done': 'log.did.removePerson',
  'new pin done': 'log.did.newPin',
  'add printer done': 'log.did.addPrinter',
  'change printer done': 'log.did.changePrinter',
  'remove printer done': 'log.did.removePrinter',
  'add key done': 'log.did.addKey',
  'remove key done': 'log.did.removeKey',
  'open done': 'log.did.open',
  'print done': 'log.did.print',
  'add phone done': 'log.did.addPhone',
  'remove phone done': 'log.did.removePhone',
  'change duty done': 'log.did.changeDuty',
  'change ladder done': 'log.did.changeLadder',
  'rehearse alerts done': 'log.did.rehearseAlerts',
  'add webhook done': 'log.did.addWebhook',
  'change webhook done': 'log.did.changeWebhook',
  'remove webhook done': 'log.did.removeWebhook',
  'replace webhook secret done': 'log.did.webhookSecret',
  'test webhook done': 'log.did.testWebhook',
  'resend webhook done': 'log.did.resendWebhook',
  'save shop key done': 'log.did.saveShopKey',
  'remove shop key done': 'log.did.removeShopKey',
  'start failed': 'log.did.startFailed',
  'change rules done': 'log.did.rulesOn',
  'end shortage done': 'log.did.endShortage',
  'change station done': 'log.did.changeStation',
  'change display done': 'log.did.changeDisplay',
}

/** The action and its outcome. An unknown action is shown as it was logged. */
export function whatWords({ what, outcome, sent, about }: LogEntry, t: Translate): string {
  if (what === 'change rules' && about === 'off') return t('log.did.rulesOff')
  const action = `${what} ${asksCustomer(what, outcome, sent) ? 'asked' : outcome}`
  const key = actionWords[action] ?? otherActions[action]
  return key ? t(key) : action
}

/** What an entry concerns, in words. */
export function aboutWords({ what, about, by }: LogEntry, t: Translate): string | undefined {
  if (by?.rule) return t(`log.rule.${by.rule}`)
  return what === 'change rules' ? undefined : about
}

/** Who did it, and on which tablet. */
export function byWords({ what, by }: LogEntry, t: Translate): string | undefined {
  if (by) return whoWords(by, t)
  return commandActions.includes(what) ? t('log.byCommand') : undefined
}

/** The colour of the outcome. A rejection is neither good nor a failure. */
export function outcomeLook({ what, outcome }: LogEntry): 'good' | 'plain' | 'red' | 'amber' {
  if (outcome === 'done') return what === 'reject' ? 'plain' : 'good'
  return outcome === 'failed' ? 'red' : 'amber'
}

const roleWords: Readonly<Record<string, Extract<MessageKey, `log.role.${string}`>>> = {
  counter: 'log.role.counter',
  station: 'log.role.station',
  display: 'log.role.display',
}

/**
 * What was sent: the reason, whether there was a text, the missing items, the number of codes; or a tablet's new role and
 * categories.
 */
export function sentWords({ sent }: LogEntry, t: Translate, language: Language): string {
  const {
    reason: name,
    reason_id: reason,
    reason_code: code,
    item_ids: items,
    items: names,
    has_text: hasText,
    codes,
    code_matched: matched,
    role,
    categories,
  } = sent ?? {}
  const roleKey = typeof role === 'string' ? roleWords[role] : undefined
  const reasonText = [name, reason, code].find((part) => typeof part === 'string' || typeof part === 'number')
  return [
    reasonText !== undefined && t('log.reason', { reason: String(reasonText) }),
    hasText === true && t('log.text'),
    Array.isArray(items) && items.length > 0 && missingWords(items.length, names, t, language),
    typeof codes === 'number' && codes > 0 && t('log.codes', { count: codes }),
    roleKey && t(roleKey),
    typeof categories === 'number' && t('log.categories', { count: categories }),
    categories === null && t('log.allCategories'),
    typeof matched === 'boolean' && t(matched ? 'log.codeMatched' : 'log.codeNotMatched'),
  ]
    .filter((text) => typeof text === 'string')
    .join(' · ')
}

/** Old entries have no names. */
const missingWords = (count: number, names: unknown, t: Translate, language: Language): string =>
  Array.isArray(names)
    ? t('log.itemsNamed', { count, names: listNames(names.map(String), language) })
    : t('log.items', { count })

const settled: Readonly<Record<string, Extract<MessageKey, `log.by.${string}`>>> = {
  answer: 'log.by.answer',
  reread: 'log.by.reread',
  later: 'log.by.later',
  recovery: 'log.by.recovery',
}

/** Shorter times are no news to anybody at the counter. */
const noticeableMs = 1000

/** How a success was confirmed, how long it took if it was long, and the number of requests if there were several. */
export function settledWords(
  { outcome, settled_by: by, took_ms: ms, posts }: LogEntry,
  t: Translate,
  language: Language,
): string {
  const key = by === null || outcome === 'failed' ? undefined : settled[by]
  const seconds = new Intl.NumberFormat(language, { ...numberingIn(language), maximumSignificantDigits: 2 })
  return [
    key && t(key),
    ms !== null && ms >= noticeableMs && t('log.took', { seconds: seconds.format(ms / 1000) }),
    posts !== null && posts > 1 && t('log.posts', { count: posts }),
  ]
    .filter((text) => typeof text === 'string')
    .join(' · ')
}
