import { toasts } from '#web/api/toasts.ts'
import { loadCatalog, type Catalog } from '#web/i18n/catalogs.ts'
import { en } from '#web/i18n/en.ts'
import type { Language } from '#web/i18n/language.ts'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { LanguageField } from '#web/format/language-field.tsx'
import { LanguageProvider } from './desk.tsx'

vi.mock('#web/i18n/catalogs.ts', { spy: true })

const catalogs = { en: await loadCatalog('en'), ar: await loadCatalog('ar'), fr: await loadCatalog('fr') }

const choice = () => screen.getByRole('combobox')

/** An English tablet whose other catalogs load when the test allows it. */
function openChoice() {
  const asked = new Map<Language, PromiseWithResolvers<Catalog>>()
  vi.mocked(loadCatalog).mockImplementation((language) => {
    const words = Promise.withResolvers<Catalog>()
    asked.set(language, words)
    return words.promise
  })
  render(
    <LanguageProvider start={catalogs.en}>
      <LanguageField />
    </LanguageProvider>,
  )
  const user = userEvent.setup()
  return {
    choose: (language: Language) => user.selectOptions(choice(), language),
    arrive: (language: Language) => act(async () => asked.get(language)?.resolve(catalogs[language])),
    fail: (language: Language) => act(async () => asked.get(language)?.reject(new Error('There is no network.'))),
  }
}

test('selects a language at once and applies and saves it once its catalog has loaded', async () => {
  const { choose, arrive } = openChoice()
  await choose('ar')
  expect(choice()).toHaveValue('ar')
  expect(choice()).toHaveAccessibleName('Language')
  expect(localStorage.getItem('language')).toBeNull()
  await arrive('ar')
  expect(choice()).toHaveAccessibleName('اللغة')
  expect(document.documentElement.dir).toBe('rtl')
  expect(localStorage.getItem('language')).toBe('ar')
})

test('applies the last chosen language, whichever catalog loads last', async () => {
  const { choose, arrive } = openChoice()
  await choose('ar')
  await choose('fr')
  await arrive('fr')
  expect(choice()).toHaveAccessibleName('Langue')
  await arrive('ar')
  expect(choice()).toHaveAccessibleName('Langue')
  expect(choice()).toHaveValue('fr')
  expect(localStorage.getItem('language')).toBe('fr')
})

test('keeps the current language if it is chosen again while another catalog loads', async () => {
  const { choose, arrive } = openChoice()
  await choose('ar')
  await choose('en')
  await arrive('en')
  await arrive('ar')
  expect(choice()).toHaveAccessibleName('Language')
  expect(choice()).toHaveValue('en')
  expect(document.documentElement.dir).toBe('ltr')
})

test('keeps the current language and reports it if a catalog cannot be loaded', async () => {
  const { choose, fail } = openChoice()
  await choose('ar')
  await fail('ar')
  expect(choice()).toHaveValue('en')
  expect(toasts.read().at(-1)?.text).toBe(en['failure.read.noContact'])
  expect(localStorage.getItem('language')).toBeNull()
})
