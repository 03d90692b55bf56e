import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'

test.each([
  ['Sara', 'S'],
  ['  omar   al-Sayed ', 'OA'],
  ['Ana Maria Lopez', 'AM'],
  ['ليلى', 'ل'],
  ['أحمد الحجّي', 'أا'],
  ['𝔄da', '𝔄'],
])('shows of %j the initials %s', (name, initials) => {
  expect(render(<Avatar name={name} />).container).toHaveTextContent(initials)
  expect(document.body.textContent).toHaveLength(initials.length)
})
