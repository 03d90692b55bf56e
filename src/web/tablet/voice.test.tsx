import { saveVolume } from '#web/api/preferences.ts'
import { createVoice } from './voice.ts'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

interface FakeUtterance extends EventTarget {
  readonly text: string
  voice?: { readonly name: string }
  volume?: number
}

/** A browser with these voices. Its pages share `held`, the lock of who speaks. */
function openBrowser(hasLocks = true) {
  const said: FakeUtterance[] = []
  const synthesis = Object.assign(new EventTarget(), {
    voices: [] as { lang: string; name: string; localService: boolean }[],
    getVoices: () => synthesis.voices,
    speak: (utterance: FakeUtterance) => said.push(utterance),
  })
  class Utterance extends EventTarget {
    readonly text: string
    constructor(text: string) {
      super()
      this.text = text
    }
  }
  let held: Promise<unknown> | undefined
  const locks = {
    async request(_name: string, options: LockOptions, work: (lock: object | null) => Promise<void> | null) {
      if (held && options.ifAvailable) return work(null)
      const turn = Promise.resolve(held).then(() => work({}))
      held = turn
      await turn
      if (held === turn) held = undefined
    },
  }
  const openPage = (isHidden = false) =>
    createVoice({
      synthesis: synthesis as unknown as SpeechSynthesis,
      Utterance: Utterance as unknown as typeof SpeechSynthesisUtterance,
      locks: hasLocks ? (locks as unknown as LockManager) : undefined,
      isHidden: () => isHidden,
      wasPressed: () => false,
    })
  const load = (...voices: typeof synthesis.voices) => {
    synthesis.voices = voices
    synthesis.dispatchEvent(new Event('voiceschanged'))
  }
  return { said, load, openPage, texts: () => said.map(({ text }) => text) }
}

const english = { lang: 'en-GB', name: 'Kate', localService: false }
const local = { lang: 'en_US', name: 'Sam', localService: true }
const arabic = { lang: 'ar-SA', name: 'Laila', localService: true }

test('has a voice for a language once the browser has loaded one', async () => {
  const { openPage, load, texts } = openBrowser()
  const voice = openPage()
  let changes = 0
  voice.languages.watch(() => (changes += 1))
  expect([...voice.languages.read()]).toEqual([])
  await voice.say('New order', 'en')
  load(english, arabic)
  expect([[...voice.languages.read()], changes]).toEqual([['en', 'ar'], 1])
  await voice.say('Nouvelle commande', 'fr')
  expect(texts()).toEqual([])
})

test('speaks at the tablet’s volume, with a voice of the device if there is one', async () => {
  const { openPage, load, said } = openBrowser()
  saveVolume(40)
  load(english, local)
  void openPage().say('New order', 'en')
  await vi.waitFor(() => expect(said).toHaveLength(1))
  expect([said[0]?.voice?.name, said[0]?.volume]).toEqual(['Sam', 0.4])
})

test('never speaks over itself', async () => {
  const { openPage, load, said, texts } = openBrowser()
  load(english)
  const voice = openPage()
  const first = voice.say('one', 'en')
  expect(voice.isSpeaking()).toBe(true)
  await voice.say('two', 'en')
  said[0]?.dispatchEvent(new Event('end'))
  await first
  void voice.say('three', 'en')
  await vi.waitFor(() => expect(texts()).toEqual(['one', 'three']))
})

test('lets one of several pages of a tablet speak', async () => {
  const { openPage, load, texts } = openBrowser()
  load(english)
  void openPage(true).say('New order', 'en')
  await openPage().say('New order', 'en')
  expect(texts()).toEqual(['New order'])
})

test('lets the page in front speak where pages share no locks', async () => {
  const { openPage, load, texts } = openBrowser(false)
  load(english)
  await openPage(true).say('behind', 'en')
  void openPage().say('in front', 'en')
  expect(texts()).toEqual(['in front'])
})

test('goes on if the browser never reports the end', async () => {
  vi.useFakeTimers()
  const { openPage, load } = openBrowser()
  load(english)
  const voice = openPage()
  void voice.say('New order', 'en')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(voice.isSpeaking()).toBe(false)
})

test('is silent in a browser that cannot speak', async () => {
  const voice = createVoice(undefined)
  await voice.say('New order', 'en')
  voice.unlock()
  expect([voice.isSpeaking(), voice.languages.read().size]).toEqual([false, 0])
})

test('waits for its turn if it is told to', async () => {
  const { openPage, load, said, texts } = openBrowser()
  load(english)
  void openPage().say('New order', 'en')
  const second = openPage()
  void second.say('Order A 1 is ready', 'en', { waits: true })
  await vi.waitFor(() => expect(texts()).toEqual(['New order']))
  said[0]?.dispatchEvent(new Event('end'))
  await vi.waitFor(() => expect(texts()).toEqual(['New order', 'Order A 1 is ready']))
})

const refusal = () => Object.assign(new Event('error'), { error: 'not-allowed' })

test('tells that the browser wants a press, until there is one', async () => {
  const { openPage, load, said } = openBrowser()
  load(english)
  const voice = openPage()
  voice.tryOut()
  expect(voice.isBlocked.read()).toBe(false)
  said[0]?.dispatchEvent(refusal())
  expect(voice.isBlocked.read()).toBe(true)
  voice.unlock()
  expect(voice.isBlocked.read()).toBe(false)
  void voice.say('Order A 1 is ready', 'en')
  await vi.waitFor(() => expect(said).toHaveLength(3))
  said[2]?.dispatchEvent(refusal())
  expect(voice.isBlocked.read()).toBe(true)
})

test('takes a browser that reports nothing as one that wants a press', async () => {
  vi.useFakeTimers()
  const { openPage, said } = openBrowser()
  const [silent, begun] = [openPage(), openPage()]
  silent.tryOut()
  begun.tryOut()
  said[1]?.dispatchEvent(new Event('start'))
  await vi.advanceTimersByTimeAsync(3000)
  expect([silent.isBlocked.read(), begun.isBlocked.read()]).toEqual([true, false])
})
