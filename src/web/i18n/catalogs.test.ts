import compile from 'icu-minify/compile'
import { expect, test } from 'vitest'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import type { MessageKey } from './translations.tsx'

interface Translation {
  readonly language: string
  readonly catalog: Readonly<Record<string, string>>
  readonly sameAsEnglish: readonly MessageKey[]
}

const makers: readonly MessageKey[] = ['printers.kind.cloudprnt', 'printers.kind.epson']
const arabic: Translation = {
  language: 'Arabic',
  catalog: ar,
  sameAsEnglish: ['app.name', 'station.notStored', ...makers],
}
const french: Translation = {
  language: 'French',
  catalog: fr,
  sameAsEnglish: [
    'app.name',
    'theme.system',
    'order.service',
    'order.total',
    'tag.notes',
    'reports.seconds',
    'reports.minutes',
    'reports.moneyTotal',
    'log.codes',
    'rules.conditions',
    'nav.webhooks',
    ...makers,
  ],
}
const translations = [arabic, french]

interface Argument {
  readonly name: string
  /** Undefined for a plain argument; icu-minify's number for a plural, a select … */
  readonly type: unknown
  readonly branches: object
}

const isList = (part: unknown): part is readonly unknown[] => Array.isArray(part)

/** The arguments of a compiled message or branch, nested ones included. */
function argumentsIn(compiled: unknown): readonly Argument[] {
  if (!isList(compiled)) return []
  return compiled.filter(isList).flatMap(([name, type, options]) => {
    const branches = typeof options === 'object' && options !== null ? options : {}
    return [{ name: String(name), type, branches }, ...Object.values(branches).flatMap(argumentsIn)]
  })
}

const pluralType = 2

/** Each argument once, with its type: a plural takes numbers only, a plain one anything. */
const signature = (message: string): readonly string[] =>
  [...new Set(argumentsIn(compile(message)).map(({ name, type }) => `${name} ${String(type)}`))].toSorted()

const signatures = (catalog: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(catalog).map(([key, message]) => [key, signature(message)]))

const keysWhere = (catalog: Readonly<Record<string, string>>, isSo: (message: string, key: string) => boolean) =>
  Object.keys(catalog).filter((key) => isSo(catalog[key] ?? '', key))

test.each(translations)('$language has exactly the keys of English, in the same order', ({ catalog }) => {
  expect(Object.keys(catalog)).toEqual(Object.keys(en))
})

test.each([{ language: 'English', catalog: en }, ...translations])(
  'compiles every message in $language',
  ({ catalog }) => {
    expect(keysWhere(catalog, (message) => !doesCompile(message))).toEqual([])
  },
)

function doesCompile(message: string): boolean {
  try {
    compile(message)
    return true
  } catch {
    return false
  }
}

test.each(translations)('uses exactly the arguments of the English message in $language', ({ catalog }) => {
  expect(signatures(catalog)).toEqual(signatures(en))
})

test('finds arguments inside the branches of a plural', () => {
  const message = '{a}: {count, plural, one {now} other {# of {b}}}'
  expect(signature(message)).toEqual(['a undefined', 'b undefined', `count ${pluralType}`])
})

test('has all six forms in every plural in Arabic', () => {
  const plurals = Object.values(ar).flatMap((message) =>
    argumentsIn(compile(message)).filter(({ type }) => type === pluralType),
  )
  const forms = plurals.map(({ branches }) => Object.keys(branches).join(' '))
  expect(new Set(forms)).toEqual(new Set(['zero one two few many other']))
})

test.each(translations)('leaves nothing in English in $language', ({ catalog, sameAsEnglish }) => {
  const english: Readonly<Record<string, string>> = en
  const isRight: ReadonlySet<string> = new Set(sameAsEnglish)
  expect(keysWhere(catalog, (message, key) => message === english[key] && !isRight.has(key))).toEqual([])
})

test('never breaks a line in French before a detached punctuation mark', () => {
  const breakable = /(?<!\u00A0)[:»]|(?<!\u202F)[;!?]|«(?!\u00A0)/
  expect(keysWhere(fr, (message) => breakable.test(message))).toEqual([])
})

test.each([
  { catalog: ar, otherNames: /عميل|مكتب|لوحي|مندوب|رمز دخول|من يدير|صنف|أصناف|شخص|إرجاع|السرّ|اقتران|مسؤول الخادم/ },
  { catalog: fr, otherNames: /\b(?:poste|raison|magasin)s?\b|\bcloses?\b/i },
])('uses one term for each recurring thing in a language', ({ catalog, otherNames }) => {
  expect(keysWhere(catalog, (message) => otherNames.test(message))).toEqual([])
})

test.each([
  {
    language: 'English',
    catalog: en,
    banned:
      /arm this tablet|i have seen it|word of|cut off|\blet in|tells? of|hears? of|in somebody’s name|comes? by itself|is kept by|pieces in all/i,
  },
  {
    language: 'Arabic',
    catalog: ar,
    banned:
      /يُرجى|تفعيل الرنين|اطُّلع|اطّلعت|باسم شخص|يُسمح|سُمح ل|إلغاء السماح|من تلقاء|مجددًا|كجاهز|غير مباشر|محفوظ لدى|إجمالي القطع/,
  },
  {
    language: 'French',
    catalog: fr,
    banned:
      /activer la sonnerie|ne sonne pas encore|j’ai vu|au nom de quelqu’un|\badmise?s?\b|admission|d’eux-mêmes|de lui-même|est tenu par|articles au total/i,
  },
])('does not return to a stumbling phrase in $language', ({ catalog, banned }) => {
  expect(keysWhere(catalog, (message) => banned.test(message))).toEqual([])
})
