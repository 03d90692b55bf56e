import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loadMessages } from './catalogs.ts'
import type { Language } from './language.ts'
import { useTranslate, Translations } from './translations.tsx'

function Refused({ message }: { readonly message: string }) {
  return <p>{useTranslate()('done.accept', { status: message })}</p>
}

async function show(language: Language, message: string): Promise<string> {
  const messages = await loadMessages(language)
  const { unmount } = render(
    <Translations language={language} messages={messages}>
      <Refused message={message} />
    </Translations>,
  )
  const text = screen.getByRole('paragraph').textContent
  unmount()
  return text
}

test('isolates a text of the opposite direction, and no other', async () => {
  expect(await show('en', 'قيد التحضير')).toContain('\u2068قيد التحضير\u2069')
  expect(await show('ar', 'Being prepared')).toContain('\u2068Being prepared\u2069')
  expect(await show('en', 'Being prepared')).not.toContain('\u2068')
  expect(await show('ar', 'قيد التحضير')).not.toContain('\u2068')
})
