import type { GetICUArgs } from '@schummar/icu-type-parser'
import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format'
import { createContext, use, useMemo, type ReactNode } from 'react'
import { numberFormat, numberingIn, pluralRules } from './format.ts'
import type { en } from './en.ts'
import { isolate } from './isolate.ts'
import type { Language } from './language.ts'

export type MessageKey = keyof typeof en

type Arguments<Key extends MessageKey> = GetICUArgs<
  (typeof en)[Key],
  { ICUArgument: string | number; ICUNumberArgument: number }
>

/** Formats a message; its arguments follow from its English text. */
export type Translate = <Key extends MessageKey>(
  key: Key,
  ...values: keyof Arguments<Key> extends never ? [] : [Arguments<Key>]
) => string

export type Messages = Readonly<Record<string, CompiledMessage>>

interface TranslationsValue {
  readonly language: Language
  readonly t: Translate
}

const formatters: FormatOptions['formatters'] = {
  getDateTimeFormat: (...options) => new Intl.DateTimeFormat(...options),
  getNumberFormat: (locales, options) => numberFormat(locales, { ...options, ...numberingIn(String(locales)) }),
  getPluralRules: pluralRules,
}

type Values = Record<string, string | number>

/** Numbers stay as they are: a message formats them, and never right after a Latin word of its own. */
const isolateTexts = (values: Values, language: Language): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolate(value, language) : value]),
  )

/** Formats messages of one language, for text that no component shows. */
export function createTranslate(language: Language, messages: Messages): Translate {
  const t = (key: MessageKey, values?: Values): string => {
    const message = messages[key]
    return message === undefined
      ? key
      : String(format(message, language, values && isolateTexts(values, language), { formatters }))
  }
  // The compiler checks the arguments at each call of `t`; here they are only passed on.
  return t as Translate
}

const TranslationsContext = createContext<TranslationsValue | undefined>(undefined)

interface TranslationsProps {
  readonly language: Language
  readonly messages: Messages
  readonly children: ReactNode
}

/** Provides the messages of one language. */
export function Translations({ language, messages, children }: TranslationsProps) {
  const value = useMemo(
    (): TranslationsValue => ({ language, t: createTranslate(language, messages) }),
    [language, messages],
  )
  return <TranslationsContext value={value}>{children}</TranslationsContext>
}

function useTranslations(): TranslationsValue {
  const value = use(TranslationsContext)
  if (!value) throw new Error('There is no <Translations> above this component.')
  return value
}

export const useTranslate = (): Translate => useTranslations().t
export const useLanguage = (): Language => useTranslations().language
