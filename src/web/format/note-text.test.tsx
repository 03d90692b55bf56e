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
])(
  'isolates the name and the value of the note %s: %s, and leaves the pair in the interface’s direction',
  async (name, value, text) => {
    const { messages } = await loadCatalog('ar')
    const { container } = render(
      <Translations language="ar" messages={messages}>
        <NoteText note={{ name, value, depth: 0 }} />
      </Translations>,
    )
    const isolated = [...container.querySelectorAll('bdi[dir=auto]')].map(({ textContent }) => textContent)
    expect(isolated).toEqual(text.split(': '))
    expect(container.textContent).toBe(text)
  },
)
