import { displaySettingsQuery } from '#web/api/tablet-settings.ts'
import { useServerNow } from '#web/api/http/server-clock.ts'
import { largeNumbers } from '#web/api/screen-state.ts'
import { sessionQuery } from '#web/api/session.ts'
import { adoptStyles } from '#web/components/adopt-styles.ts'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { directionOf, type Language } from '#web/i18n/language.ts'
import { formatMoment } from '#web/i18n/format.ts'
import {
  createTranslate,
  type Messages,
  type Translate,
  Translations,
  useLanguage,
  useTranslate,
} from '#web/i18n/translations.tsx'
import { tabletInstrument } from '#web/tablet/instrument.ts'
import { startBeat } from '#web/tablet/start-beat.ts'
import { tabletVoice, type Voice } from '#web/tablet/voice.ts'
import type { Mode } from '#contract/desk/session.ts'
import { displayLanguages } from '#contract/desk/tablet-settings.ts'
import { DisplayControls } from './display-controls.tsx'
import rules from './display.css?inline'
import { Numbers } from './numbers.tsx'
import { useAnnouncements } from './use-announcements.ts'
import { useBox } from './use-box.ts'
import { useDisplayState } from './use-display-state.ts'
import { widestOf } from './width-of.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useLayoutEffect } from 'react'

adoptStyles(rules)

/** What the screen needs of a shop that has set nothing, until its own settings are read. */
const usual = { shop_name: '', service_name: '', languages: displayLanguages, speaks: false, ready_minutes: 30 }

const nameIn = ({
  shop_name: own,
  service_name: ofService,
}: Pick<typeof usual, 'shop_name' | 'service_name'>): string => own || ofService
const namelessMs = 60_000

interface DisplayScreenProps {
  /** The messages of the display in every language. */
  readonly words: Readonly<Record<Language, Messages>>
  readonly voice?: Voice
}

/** `/display`: the numbers of orders in preparation and of those ready, for customers who wait. */
export function DisplayScreen({ words, voice = tabletVoice() }: DisplayScreenProps) {
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  const isPaired = session?.device !== null
  const { data: settings = usual } = useQuery({
    ...displaySettingsQuery(),
    enabled: isPaired,
    // The first order of a new shop tells its name.
    refetchInterval: ({ state }) => (state.data && nameIn(state.data) === '' ? namelessMs : false),
  })
  const { languages, speaks, ready_minutes: readyMinutes } = settings
  const { announce, isBlocked, turnOn } = useAnnouncements({ voice, words, languages, isSpoken: speaks })
  const state = useDisplayState(readyMinutes, announce)
  const language = useTurn(languages)
  const own = useLanguage()
  usePageIn(language)
  useEffect(() => startBeat(tabletInstrument(), { isDisplay: true }), [])
  useEffect(() => {
    largeNumbers.set(state.large.length)
    return () => largeNumbers.set(0)
  }, [state.large.length])
  const first = languages[0] ?? own
  const large = new Set(state.large.map(({ id }) => id))
  const rest = state.ready.filter(({ id }) => !large.has(id))
  return (
    <Translations language={language} messages={words[language]}>
      {/* Its direction never changes, so that no number moves when the language does. */}
      <main className="display" dir={directionOf(first)}>
        <title>{`${nameIn(settings) || t('nav.orders')} · ${t('app.name')}`}</title>
        <Head name={nameIn(settings)} practice={session && practiceName(session.mode, t)} />
        {state.is === 'lost' && <AskAtCounter words={words} languages={languages} />}
        {state.is === 'known' && (
          <div className="display-columns">
            <Column word="display.preparing">
              {(label) => <Numbers numbers={state.preparing} label={label} smallest={4.5} largest={18} />}
            </Column>
            <Column word="display.ready">
              {(label) => (
                <>
                  <div role="status" className="display-large">
                    {state.large.length > 0 && <NowReady numbers={state.large} />}
                  </div>
                  {(rest.length > 0 || state.large.length === 0) && (
                    <Numbers numbers={rest} label={label} smallest={4.5} largest={18} />
                  )}
                </>
              )}
            </Column>
          </div>
        )}
        {/* For staff, so in the language of the tablet. */}
        <Translations language={own} messages={words[own]}>
          <DisplayControls isBlocked={isBlocked} onTurnOnVoice={() => turnOn(first)} isPaired={isPaired} />
        </Translations>
      </main>
    </Translations>
  )
}

function NowReady({ numbers }: { readonly numbers: Parameters<typeof Numbers>[0]['numbers'] }) {
  const t = useTranslate()
  return <Numbers numbers={numbers} label={t('display.now')} smallest={8} largest={60} />
}

/** What tells a practice store and the demo from a shop. */
const practiceName = (mode: Mode, t: Translate): string | undefined =>
  mode === 'live' ? undefined : t(mode === 'demo' ? 'demo.name' : 'practice.name')

interface HeadProps {
  readonly name: string
  readonly practice: string | undefined
}

/** The shop's name and the time of day. */
function Head({ name, practice }: HeadProps) {
  const t = useTranslate()
  const language = useLanguage()
  const time = formatMoment(new Date(useServerNow()).toISOString(), language, false)
  const title = name || t('display.orders')
  const [box, { width, hundredth }] = useBox()
  const size = Math.min(5 * hundredth, width / widestOf([title]))
  return (
    <header className="display-head">
      <div ref={box} className="display-name">
        <h1 style={width > 0 ? { fontSize: size } : undefined}>
          <ServiceText>{title}</ServiceText>
        </h1>
      </div>
      {practice !== undefined && <p className="display-practice">{practice}</p>}
      <time>
        <Digits>{time}</Digits>
      </time>
    </header>
  )
}

interface ColumnProps {
  readonly word: 'display.preparing' | 'display.ready'
  readonly children: (label: string) => ReactNode
}

/** A column with its word, which takes the same room in every language. */
function Column({ word, children }: ColumnProps) {
  const t = useTranslate()
  const language = useLanguage()
  const id = useId()
  return (
    <section aria-labelledby={id} className={word === 'display.ready' ? 'is-ready' : ''}>
      <h2 id={id} dir={directionOf(language)}>
        <span key={language}>{t(word)}</span>
      </h2>
      {children(t(word))}
    </section>
  )
}

interface AskAtCounterProps {
  readonly words: DisplayScreenProps['words']
  readonly languages: readonly Language[]
}

/** Instead of numbers that may no longer be true. */
const AskAtCounter = ({ words, languages }: AskAtCounterProps) => (
  <div role="status" className="display-ask">
    {languages.map((each) => (
      <p key={each} lang={each} dir={directionOf(each)}>
        {createTranslate(each, words[each])('display.ask')}
      </p>
    ))}
  </div>
)

const turnMs = 10_000

/** The languages in turn. All displays of a shop turn at the same time. */
function useTurn(languages: readonly Language[]): Language {
  const now = useServerNow()
  return languages[Math.floor(now / turnMs) % languages.length] ?? 'en'
}

/** Sets the page's language and direction while the display is shown. */
function usePageIn(language: Language): void {
  useLayoutEffect(() => {
    const { documentElement: page } = document
    const { lang, dir } = page
    page.lang = language
    page.dir = directionOf(language)
    return () => {
      page.lang = lang
      page.dir = dir
    }
  }, [language])
}
