import { expect, test } from 'vitest'
import { withdrawal } from './push-words.ts'

const waiting = {
  kind: 'order_unanswered',
  orderId: '70001',
  number: 'A-845',
  step: 1,
  alarm: null,
  about: [],
  isRehearsal: false,
} as const

test.each([
  ['en', 'Accepted automatically'],
  ['ar', 'قُبل تلقائيًا'],
  ['fr', 'Acceptée automatiquement'],
] as const)('says in %s that a rule answered, and names nobody', (language, body) => {
  const by = { person: 'Automatic acceptance', tablet: '', rule: 'now' } as const
  expect(withdrawal({ ...waiting, ended: { at: 0, how: 'accept', by } }, language, 0).body).toBe(body)
})
