import { readVolume } from '#web/api/preferences.ts'
import { createStore, type ReadableStore } from '#web/api/store.ts'
import type { Language } from '#web/i18n/language.ts'

/** The browser's own speech. */
export interface Voice {
  /** The languages, such as `en`, for which the browser has a voice. Most browsers load them some time after the page. */
  readonly languages: ReadableStore<ReadonlySet<string>>
  /** Whether the browser lets nobody hear this page before a press. False until `tryOut` or a text has shown it. */
  readonly isBlocked: ReadableStore<boolean>
  isSpeaking(): boolean
  /**
   * Says a text at the tablet's volume; resolves when it has been said. Says nothing without a voice for the language, or
   * while this page is speaking. While another page of the tablet is speaking it says nothing either, or `waits`.
   */
  say(text: string, language: Language, options?: { readonly waits?: boolean }): Promise<void>
  /** Finds out without a sound whether the page is blocked. */
  tryOut(): void
  /** Lets later texts be spoken. Only inside a press, which some browsers require once. */
  unlock(): void
}

/** The part of the platform that speaks. */
export interface VoiceDeps {
  /** Older versions of Safari load their voices with the page, and announce nothing. */
  readonly synthesis: Pick<SpeechSynthesis, 'getVoices' | 'speak'> & Partial<Pick<SpeechSynthesis, 'addEventListener'>>
  readonly Utterance: new (text: string) => SpeechSynthesisUtterance
  /** Shared by all pages of the browser; undefined on plain HTTP. */
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly isHidden: () => boolean
  /** Whether somebody has pressed anything on this page. */
  readonly wasPressed: () => boolean
}

/** A sentence takes about 2 s. Some browsers forget to report its end. */
const speechLimitMs = 10_000
/** A browser that may speak begins an empty text within this time. Safari reports nothing if it may not. */
const tryLimitMs = 3000

const languageOf = ({ lang }: Pick<SpeechSynthesisVoice, 'lang'>): string => lang.split(/[-_]/)[0]?.toLowerCase() ?? ''

/** Without `deps`, for a browser that cannot speak. */
export function createVoice(deps: VoiceDeps | undefined): Voice {
  const languages = createStore<ReadonlySet<string>>(new Set())
  const isBlocked = createStore(false)
  let voices: readonly SpeechSynthesisVoice[] = []
  let isSpeaking = false

  function readVoices(): void {
    voices = deps?.synthesis.getVoices() ?? []
    languages.set(new Set(voices.map(languageOf)))
  }
  readVoices()
  deps?.synthesis.addEventListener?.('voiceschanged', readVoices)

  /** A voice of the device itself works offline, and sends the text to nobody. */
  function voiceFor(language: Language): SpeechSynthesisVoice | undefined {
    const fitting = voices.filter((voice) => languageOf(voice) === language)
    return fitting.find(({ localService }) => localService) ?? fitting[0]
  }

  const spoken = ({ synthesis, Utterance }: VoiceDeps, text: string, voice: SpeechSynthesisVoice): Promise<void> =>
    new Promise((resolve) => {
      const utterance = new Utterance(text)
      utterance.voice = voice
      utterance.lang = voice.lang
      utterance.volume = readVolume() / 100
      // The listeners also keep the utterance alive: Chromium never ends one that was garbage collected.
      const limit = setTimeout(end, speechLimitMs)
      function end(event?: Event): void {
        clearTimeout(limit)
        utterance.removeEventListener('end', end)
        utterance.removeEventListener('error', end)
        if (isRefusal(event)) isBlocked.set(true)
        resolve()
      }
      utterance.addEventListener('end', end)
      utterance.addEventListener('error', end)
      synthesis.speak(utterance)
    })

  function tryOut(): void {
    if (!deps) return
    const utterance = new deps.Utterance('')
    const limit = setTimeout(() => isBlocked.set(!deps.wasPressed()), tryLimitMs)
    for (const name of ['start', 'end', 'error'] as const) {
      utterance.addEventListener(name, (event) => {
        clearTimeout(limit)
        if (isRefusal(event)) isBlocked.set(true)
      })
    }
    deps.synthesis.speak(utterance)
  }

  return {
    languages,
    isBlocked,
    isSpeaking: () => isSpeaking,
    tryOut,
    async say(text, language, { waits = false } = {}) {
      const voice = voiceFor(language)
      if (!deps || !voice || isSpeaking) return
      isSpeaking = true
      try {
        // All pages of a tablet ring, but only the first one speaks. Without locks it is the one in front.
        if (deps.locks) {
          const options = waits ? {} : { ifAvailable: true }
          await deps.locks.request('voice', options, (lock) => lock && spoken(deps, text, voice))
        } else if (!deps.isHidden()) await spoken(deps, text, voice)
      } finally {
        isSpeaking = false
      }
    },
    unlock() {
      if (!deps) return
      deps.synthesis.speak(new deps.Utterance(''))
      isBlocked.set(false)
    },
  }
}

/** Whether an event is the error of an utterance that the browser refuses without a press. */
const isRefusal = (event: Event | undefined): boolean =>
  event?.type === 'error' && 'error' in event && event.error === 'not-allowed'

let ofThisTablet: Voice | undefined

export function tabletVoice(): Voice {
  ofThisTablet ??= createVoice(browserSpeech())
  return ofThisTablet
}

function browserSpeech(): VoiceDeps | undefined {
  const { speechSynthesis: synthesis, SpeechSynthesisUtterance: Utterance } = globalThis as Partial<typeof globalThis>
  if (!synthesis || !Utterance) return undefined
  const { locks, userActivation } = navigator as Partial<Navigator>
  return {
    synthesis,
    Utterance,
    locks,
    isHidden: () => document.hidden,
    wasPressed: () => userActivation?.hasBeenActive ?? true,
  }
}
