import { loadCatalog } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NoteText } from './note-text.tsx'

test.each([
  ['Bag', 'Paper', 'Bag: Paper'],
  ['Gift wrap', true, 'Gift wrap: نعم'],
  ['الحجم', 'XL', 'الحجم: XL'],
  [undefined, 'No nuts', 'No nuts'],
])('isolates the note %s: %s from the text around it, and its value from its name', async (name, value, text) => {
  const { messages } = await loadCatalog('ar')
  const { container } = render(
    <Translations language="ar" messages={messages}>
      <NoteText note={{ name, value, depth: 0 }} />
    </Translations>,
  )
  // A name decides the pair's direction, so it stands in the pair itself.
  const [whole, inner] = container.querySelectorAll('bdi[dir=auto]')
  expect(whole).toHaveTextContent(text)
  expect(inner?.textContent).toBe(name === undefined ? undefined : text.split(': ')[1])
  expect(container.textContent).toBe(text)
})
