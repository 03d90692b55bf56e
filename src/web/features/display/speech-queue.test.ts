import { createStore } from '#web/api/store.ts'
import { createSpeechQueue } from './speech-queue.ts'
import { expect, test } from 'vitest'

function setUp(...languages: readonly string[]) {
  const said: string[] = []
  let end = () => undefined as void
  const queue = createSpeechQueue({
    languages: createStore<ReadonlySet<string>>(new Set(languages)),
    say(text, language) {
      said.push(`${language} ${text}`)
      return new Promise((resolve) => (end = resolve))
    },
  })
  const inEach = (id: string) => (['en', 'ar', 'fr'] as const).map((language) => ({ id, language, text: id }))
  async function finish() {
    end()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { queue, said, inEach, finish }
}

test('says one text after the other, in the languages that have a voice', async () => {
  const { queue, said, inEach, finish } = setUp('en', 'fr')
  queue.add(inEach('A1'))
  queue.add(inEach('A2'))
  expect(said).toEqual(['en A1'])
  for (let texts = 2; texts <= 4; texts += 1) {
    await finish()
    expect(said).toHaveLength(texts)
  }
  expect(said).toEqual(['en A1', 'fr A1', 'en A2', 'fr A2'])
  await finish()
  queue.add(inEach('A3'))
  expect(said.at(-1)).toBe('en A3')
})

test('says no more of an order that is not ready any longer', async () => {
  const { queue, said, inEach, finish } = setUp('en', 'ar')
  queue.add([...inEach('A1'), ...inEach('A2')])
  queue.keep(['A2'])
  await finish()
  expect(said).toEqual(['en A1', 'en A2'])
})
