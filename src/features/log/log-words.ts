import { asksCustomer, commandDeeds, type LogEntry } from '#contract/desk/log.ts'
import { deedWords } from '#reading/deed-words.ts'
import { numberingIn } from '#words/digits.ts'
import type { Language } from '#words/language.ts'
import { listNames } from '#words/format.ts'
import type { Say, WordKey } from '#words/words.tsx'

const otherDeeds: Readonly<Record<string, Extract<WordKey, `log.did.${string}`>>> = {
  'sign in done': 'log.did.signIn',
  'sign in failed': 'log.did.signInFailed',
  'make code done': 'log.did.makeCode',
  'let in done': 'log.did.letIn',
  'rename tablet done': 'log.did.renameTablet',
  'cut off done': 'log.did.cutOff',
  'add person done': 'log.did.addPerson',
  'remove person done': 'log.did.removePerson',
  'new pin done': 'log.did.newPin',
  'start failed': 'log.did.startFailed',
}

/** What was done, and whether it was; what this page does not know yet is said as it was written down. */
export function whatWords({ what, outcome, sent }: LogEntry, say: Say): string {
  const deed = `${what} ${asksCustomer(what, outcome, sent) ? 'asked' : outcome}`
  const key = deedWords[deed] ?? otherDeeds[deed]
  return key ? say(key) : deed
}

/** Who did it, and where. */
export function byWords({ what, by }: LogEntry, say: Say): string | undefined {
  if (by) return `${by.person} · ${by.tablet}`
  return commandDeeds.includes(what) ? say('log.byCommand') : undefined
}

/** How it ended, at a glance. */
export function outcomeLook({ outcome }: LogEntry): 'good' | 'red' | 'amber' {
  if (outcome === 'done') return 'good'
  return outcome === 'failed' ? 'red' : 'amber'
}

/** What was asked for: the reason, whether a text came with it, the missing items, how many codes. */
export function sentWords({ sent }: LogEntry, say: Say, language: Language): string {
  const {
    reason: name,
    reason_id: reason,
    reason_code: code,
    item_ids: items,
    items: names,
    has_text: hasText,
    codes,
    code_matched: matched,
  } = sent ?? {}
  const reasonText = [name, reason, code].find((part) => typeof part === 'string' || typeof part === 'number')
  return [
    reasonText !== undefined && say('log.reason', { reason: String(reasonText) }),
    hasText === true && say('log.text'),
    Array.isArray(items) && items.length > 0 && missingWords(items.length, names, say, language),
    typeof codes === 'number' && codes > 0 && say('log.codes', { count: codes }),
    typeof matched === 'boolean' && say(matched ? 'log.codeMatched' : 'log.codeNotMatched'),
  ]
    .filter((text) => typeof text === 'string')
    .join(' · ')
}

/** Of an older row nobody knows the names. */
const missingWords = (count: number, names: unknown, say: Say, language: Language): string =>
  Array.isArray(names)
    ? say('log.itemsNamed', { count, names: listNames(names.map(String), language) })
    : say('log.items', { count })

const settled: Readonly<Record<string, Extract<WordKey, `log.by.${string}`>>> = {
  answer: 'log.by.answer',
  reread: 'log.by.reread',
  later: 'log.by.later',
  recovery: 'log.by.recovery',
}

/** How it was found out, how long it took, and how often the service was asked where that was more than once. */
export function settledWords({ settled_by: by, took_ms: ms, posts }: LogEntry, say: Say, language: Language): string {
  const key = by === null ? undefined : settled[by]
  const seconds = new Intl.NumberFormat(language, { ...numberingIn(language), maximumSignificantDigits: 2 })
  return [
    key && say(key),
    ms !== null && say('log.took', { seconds: seconds.format(ms / 1000) }),
    posts !== null && posts > 1 && say('log.posts', { count: posts }),
  ]
    .filter((text) => typeof text === 'string')
    .join(' · ')
}
