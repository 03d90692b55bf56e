import type { Voice } from '#web/tablet/voice.ts'
import type { Language } from '#web/i18n/language.ts'

interface Announcement {
  readonly id: string
  readonly language: Language
  readonly text: string
}

/** Says one announcement after the other. */
export function createSpeechQueue(voice: Pick<Voice, 'languages' | 'say'>) {
  let waiting: readonly Announcement[] = []
  let isSaying = false

  async function sayAll(): Promise<void> {
    if (isSaying) return
    isSaying = true
    for (let [next] = waiting; next; [next] = waiting) {
      waiting = waiting.slice(1)
      await voice.say(next.text, next.language, { waits: true })
    }
    isSaying = false
  }

  return {
    /** Adds what the browser has a voice for. */
    add(announcements: readonly Announcement[]): void {
      const languages = voice.languages.read()
      waiting = [...waiting, ...announcements.filter(({ language }) => languages.has(language))]
      void sayAll()
    },
    /** Drops what is still to be said of other orders than these. */
    keep(ids: readonly string[]): void {
      waiting = waiting.filter(({ id }) => ids.includes(id))
    },
  }
}
