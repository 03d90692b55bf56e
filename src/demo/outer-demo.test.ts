import { afterEach, expect, test } from 'vitest'
import { offerDemo, outerDemo } from './outer-demo.ts'

afterEach(() => void Reflect.deleteProperty(globalThis, 'demoAnswer'))

const answer = async () => new Response('outer')

test('uses the demo of the page around it, and its own without one', () => {
  offerDemo(answer)
  expect(outerDemo(globalThis)).toBeUndefined()
  expect(outerDemo({ demoAnswer: answer })).toBe(answer)
  expect(outerDemo({})).toBeUndefined()
})

test('has no access to the page of another site', () => {
  const foreign = new Proxy(
    {},
    {
      get() {
        throw new DOMException('Blocked a frame.', 'SecurityError')
      },
    },
  )
  expect(outerDemo(foreign)).toBeUndefined()
})
