import { expect, test } from 'vitest'
import { createRecent } from './recent.ts'

test('drops the oldest of too many values, and renews one that is stored again', () => {
  const recent = createRecent<string>(2, (text) => text)
  recent.set('a', '1')
  recent.set('b', '2')
  recent.set('a', '3')
  recent.set('c', '4')
  expect(['a', 'b', 'c'].map(recent.get)).toEqual(['3', undefined, '4'])
})

test('limits the total length, and always keeps the latest value', () => {
  const recent = createRecent<string>(100, (text) => text)
  const long = 'x'.repeat(20 * 1024 * 1024)
  recent.set('a', long)
  recent.set('b', long)
  expect(['a', 'b'].map((key) => recent.get(key)?.length)).toEqual([undefined, long.length])
  recent.set('c', 'y'.repeat(40 * 1024 * 1024))
  expect(['b', 'c'].map((key) => recent.get(key) !== undefined)).toEqual([false, true])
  for (let each = 0; each < 50; each += 1) recent.set(`small-${each}`, 'z')
  expect([recent.get('c'), recent.get('small-0')]).toEqual([undefined, 'z'])
})
