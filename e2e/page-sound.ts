import type { Page } from '@playwright/test'

/** The state of a page's sound: its audio clock and the number of tones started. */
export interface Sound {
  readonly seconds: number
  readonly tones: number
}

/** Makes the browser count the page's tones. */
export async function listen(page: Page): Promise<() => Promise<Sound>> {
  await page.addInitScript(() => {
    const sound = { contexts: [] as AudioContext[], tones: 0 }
    Object.assign(globalThis, { sound })
    globalThis.AudioContext = class extends AudioContext {
      constructor() {
        super()
        sound.contexts.push(this)
      }
      override createOscillator(): OscillatorNode {
        sound.tones += 1
        return super.createOscillator()
      }
    }
  })
  return () =>
    page.evaluate(() => {
      const { sound } = globalThis as unknown as { sound: { contexts: AudioContext[]; tones: number } } // As above.
      return { seconds: Math.max(0, ...sound.contexts.map(({ currentTime }) => currentTime)), tones: sound.tones }
    })
}

/** Gives the browser a voice that records what it says, because a test machine has none. */
export async function hearVoice(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const said: string[] = []
    class Utterance extends EventTarget {
      readonly text: string
      constructor(text: string) {
        super()
        this.text = text
      }
    }
    const voice = { lang: 'en-US', name: 'Sam', localService: true }
    const speak = (utterance: Utterance) => {
      if (utterance.text !== '') said.push(utterance.text)
      setTimeout(() => utterance.dispatchEvent(new Event('end')))
    }
    const speechSynthesis = Object.assign(new EventTarget(), { getVoices: () => [voice], speak })
    const replaced = { said, speechSynthesis, SpeechSynthesisUtterance: Utterance }
    for (const [name, value] of Object.entries(replaced)) Object.defineProperty(globalThis, name, { value })
  })
  return () => page.evaluate(() => (globalThis as unknown as { said: readonly string[] }).said) // As above.
}
