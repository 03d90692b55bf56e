import { expect, test } from 'vitest'
import { checkQuery, pageChecks, readBytesLimited, readLimited, TooLarge } from './input-limits.ts'

const headers = { 'Content-Length': '3' }

test('reads a body whole that matches its length, or declares none', async () => {
  const request = () => new Request('http://desk.test', { method: 'POST', body: 'abc', headers })
  expect(await readLimited(request(), 3)).toBe('abc')
  expect(await readLimited(new Response('abc', { headers }), 3)).toBe('abc')
  expect(await readLimited(new Response('abc'), 3)).toBe('abc')
  expect(await readBytesLimited(new Response(null), 3)).toHaveLength(0)
})

test('does not read a body whose declared length is too large', async () => {
  const request = new Request('http://desk.test', { method: 'POST', body: 'abc', headers })
  await expect(readLimited(request, 2)).rejects.toThrow(TooLarge)
  expect(request.bodyUsed).toBe(false)
})

test('limits an answer that is longer than declared', async () => {
  await expect(readLimited(new Response('abcdef', { headers }), 5)).rejects.toThrow(TooLarge)
})

test('reads a request without a stream, as in Firefox, whole and limited', async () => {
  const request = () =>
    Object.defineProperty(new Request('http://desk.test', { method: 'POST', body: 'abc' }), 'body', {
      value: undefined,
    })
  expect(await readLimited(request(), 3)).toBe('abc')
  await expect(readLimited(request(), 2)).rejects.toThrow(TooLarge)
})

test('refuses a list of pages only where there are pages', () => {
  const search = new URLSearchParams('page[]=1')
  expect(() => checkQuery(search, pageChecks)).toThrow('A page is a whole number')
  expect(checkQuery(search, { from: () => true })).toEqual({})
})
