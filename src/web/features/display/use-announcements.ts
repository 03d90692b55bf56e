import { useStore } from '#web/api/store.ts'
import type { Voice } from '#web/tablet/voice.ts'
import type { Language } from '#web/i18n/language.ts'
import { createTranslate, type Messages } from '#web/i18n/translations.tsx'
import type { ReadyOrder } from './display-board.ts'
import { createSpeechQueue } from './speech-queue.ts'
import { spokenNumber } from './spoken-number.ts'
import { useEffect, useState } from 'react'

type Words = Readonly<Record<Language, Messages>>

interface AnnouncementDeps {
  readonly voice: Voice
  readonly words: Words
  /** The shop's languages, in order. */
  readonly languages: readonly Language[]
  /** Whether the shop wants them spoken. */
  readonly isSpoken: boolean
}

/** Marks around text of the opposite direction, which some voices read out. */
const marks = /[\u2066-\u2069]/g

/** Says which orders have become ready. `turnOn` is for a press that lets the browser speak, if `isBlocked`. */
export function useAnnouncements({ voice, words, languages, isSpoken }: AnnouncementDeps) {
  const [queue] = useState(() => createSpeechQueue(voice))
  const voices = useStore(voice.languages)
  const isHeldBack = useStore(voice.isBlocked)
  const canSpeak = isSpoken && languages.some((language) => voices.has(language))
  useEffect(() => {
    if (canSpeak) voice.tryOut()
  }, [canSpeak, voice])

  function announce(announced: readonly ReadyOrder[], ready: readonly ReadyOrder[]): void {
    queue.keep(ready.map(({ id }) => id))
    if (!isSpoken) return
    // The latest stands first, and the earliest is said first.
    for (const { id, number } of announced.toReversed()) {
      const inLanguage = (language: Language) =>
        createTranslate(language, words[language])('display.spoken', { number: spokenNumber(number, language) })
      queue.add(languages.map((language) => ({ id, language, text: inLanguage(language).replace(marks, '') })))
    }
  }

  function turnOn(language: Language): void {
    voice.unlock()
    void voice.say(createTranslate(language, words[language])('display.voiceOn'), language)
  }

  return { announce, isBlocked: canSpeak && isHeldBack, turnOn }
}
