import { afterEach, expect, test } from 'vitest'
import { isInHand } from './update-rule.ts'

afterEach(() => document.body.replaceChildren())

function put(name: string, fields: object = {}): void {
  document.body.append(Object.assign(document.createElement(name), fields))
}

test('finds open dialogs and typed text, but not empty fields and choices', () => {
  put('input', { type: 'search' })
  put('input', { type: 'radio', value: 'dark' })
  put('dialog')
  expect(isInHand()).toBe(false)
  put('input', { value: '1' })
  expect(isInHand()).toBe(true)
  document.body.replaceChildren()
  put('textarea', { value: 'The oven is broken' })
  expect(isInHand()).toBe(true)
  document.body.replaceChildren()
  put('dialog', { open: true })
  expect(isInHand()).toBe(true)
})
