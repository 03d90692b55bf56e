import { expect, test } from 'vitest'
import { readBytesLimited, readLimited, TooLarge } from './read-limited.ts'

const headers = { 'Content-Length': '3' }

test('what is as long as it says, or says nothing, is read whole', async () => {
  const request = () => new Request('http://desk.test', { method: 'POST', body: 'abc', headers })
  expect(await readLimited(request(), 3)).toBe('abc')
  expect(await readLimited(new Response('abc', { headers }), 3)).toBe('abc')
  expect(await readLimited(new Response('abc'), 3)).toBe('abc')
  expect(await readBytesLimited(new Response(null), 3)).toHaveLength(0)
})

test('what says that it is too long is not read', async () => {
  const request = new Request('http://desk.test', { method: 'POST', body: 'abc', headers })
  await expect(readLimited(request, 2)).rejects.toThrow(TooLarge)
  expect(request.bodyUsed).toBe(false)
})

test('an answer that is longer than it says is held to the limit all the same', async () => {
  await expect(readLimited(new Response('abcdef', { headers }), 5)).rejects.toThrow(TooLarge)
})

test('where a request has no stream, as in Firefox, it is read whole and held to the limit', async () => {
  const request = () =>
    Object.defineProperty(new Request('http://desk.test', { method: 'POST', body: 'abc' }), 'body', {
      value: undefined,
    })
  expect(await readLimited(request(), 3)).toBe('abc')
  await expect(readLimited(request(), 2)).rejects.toThrow(TooLarge)
})
