import { ringSounds } from '#web/api/preferences.ts'
import { createStore } from '#web/api/store.ts'
import { loadCatalog } from '#web/i18n/catalogs.ts'
import type { Language } from '#web/i18n/language.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { SoundSection } from './sound-section.tsx'

afterEach(() => localStorage.clear())

/** The section on a tablet whose sounds are recorded. */
async function openSection({
  isArmed = true,
  canPlay = true,
  hasSound = true,
  language = 'en' as Language,
  languages = ['en'],
} = {}) {
  const heard: string[] = []
  const tablet = { isArmed, isRunning: isArmed && canPlay }
  const instrument = {
    hasSound,
    isArmed: () => tablet.isArmed,
    arm: async (play: () => void) => {
      tablet.isArmed = true
      tablet.isRunning = canPlay
      heard.push('armed')
      play()
    },
    sound: {
      play: (sound: string) => void heard.push(sound),
      test: () => void heard.push('test'),
      remind: () => void heard.push('reminder'),
      isRunning: () => tablet.isRunning,
    },
  }
  const voice = {
    languages: createStore<ReadonlySet<string>>(new Set(languages)),
    say: async (text: string) => void heard.push(text),
  }
  const { messages } = await loadCatalog(language)
  const { unmount } = render(
    <Translations language={language} messages={messages}>
      <SoundSection instrument={instrument} voice={voice} />
    </Translations>,
  )
  return { heard, voice, user: userEvent.setup(), unmount }
}

test('plays each sound without choosing it', async () => {
  const { heard, user } = await openSection()
  const group = screen.getByRole('group', { name: 'Sound of a new order' })
  for (const name of ['Chime', 'Bell', 'Knock', 'Alarm'])
    await user.click(within(group).getByRole('button', { name: `Play ${name}` }))
  expect(heard).toEqual([...ringSounds])
  expect(within(group).getByRole('radio', { name: 'Bell' })).toBeChecked()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

test('saves the sound and the volume on this tablet', async () => {
  const { heard, user, unmount } = await openSection()
  await user.click(screen.getByRole('radio', { name: 'Alarm' }))
  const volume = () => screen.getByRole('slider', { name: 'Volume' })
  expect(volume()).toHaveValue('100')
  fireEvent.change(volume(), { target: { value: '40' } })
  expect(volume()).toHaveAttribute('aria-valuetext', '40%')
  await user.click(screen.getByRole('button', { name: 'Test the sound' }))
  expect(heard).toEqual(['test'])
  unmount()
  await openSection()
  expect(screen.getByRole('radio', { name: 'Alarm' })).toBeChecked()
  expect(volume()).toHaveValue('40')
})

test('turns the sound on at the press that plays, and says so', async () => {
  const { heard, user } = await openSection({ isArmed: false })
  await user.click(screen.getByRole('button', { name: 'Play Chime' }))
  expect(heard).toEqual(['armed', 'chime'])
  expect(screen.getByRole('status')).toHaveTextContent('Sound on: new orders ring on this tablet.')
})

test.each([
  [{ hasSound: true }, /^This tablet plays no sound\. Check its speaker/],
  [{ hasSound: false }, /^This browser cannot play sound/],
])('says that nothing is heard, and what to do: %j', async (tablet, words) => {
  const { user } = await openSection({ ...tablet, isArmed: false, canPlay: false })
  await user.click(screen.getByRole('button', { name: 'Test the sound' }))
  expect(screen.getByRole('status')).toHaveTextContent(words)
})

test.each([
  ['ar', 'نغمة', 'تشغيل نغمة'],
  ['fr', 'Carillon', 'Écouter\u00a0: Carillon'],
] as const)('names the sounds in %s', async (language, name, play) => {
  await openSection({ language })
  expect(screen.getByRole('radio', { name })).toBeVisible()
  expect(screen.getByRole('button', { name: play })).toBeVisible()
})

test('offers speech once the browser has a voice for the language, and saves it', async () => {
  const { heard, user, voice, unmount } = await openSection({ languages: ['fr'] })
  expect(screen.getByText(/^This browser has no English voice/)).toBeVisible()
  expect(screen.queryByRole('switch')).toBeNull()
  act(() => voice.languages.set(new Set(['fr', 'en'])))
  const spoken = () => screen.getByRole('switch', { name: 'Say new orders aloud' })
  expect(spoken()).not.toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Hear an example' }))
  expect(heard).toEqual(['New order, 3 items'])
  await user.click(spoken())
  unmount()
  await openSection()
  expect(spoken()).toBeChecked()
})

test('plays the reminder, and saves after how long it comes', async () => {
  const { heard, user, unmount } = await openSection()
  const group = () => within(screen.getByRole('group', { name: 'Remind about ready orders that nobody has collected' }))
  expect(group().getByRole('radio', { name: 'Off' })).toBeChecked()
  await user.click(group().getByRole('radio', { name: '10 minutes' }))
  await user.click(screen.getByRole('button', { name: 'Play the reminder' }))
  expect(heard).toEqual(['reminder'])
  unmount()
  await openSection()
  expect(group().getByRole('radio', { name: '10 minutes' })).toBeChecked()
})
