import { expect, test } from 'vitest'
import { takeInheritedSocket } from './inherited-socket.ts'

test('returns nothing without the variables', () => {
  expect(takeInheritedSocket({ PORT: '3000' }, 77)).toBeUndefined()
})

test('returns the first descriptor for a single socket, and hides it from child processes', () => {
  const env = { PORT: '3000', LISTEN_FDS: '1', LISTEN_PID: '77', LISTEN_FDNAMES: 'desk' }
  expect(takeInheritedSocket(env, 77)).toBe(3)
  expect(env).toEqual({ PORT: '3000' })
})

test.each([
  ['LISTEN_PID', { LISTEN_FDS: '1', LISTEN_PID: '78' }],
  ['LISTEN_PID', { LISTEN_FDS: '1' }],
  ['LISTEN_PID', { LISTEN_FDS: '1', LISTEN_PID: '77 ' }],
  ['LISTEN_FDS', { LISTEN_PID: '77' }],
  ['LISTEN_FDS', { LISTEN_FDS: '0', LISTEN_PID: '77' }],
  ['LISTEN_FDS', { LISTEN_FDS: '2', LISTEN_PID: '77' }],
  ['LISTEN_FDS', { LISTEN_FDS: '', LISTEN_PID: '77' }],
])('names %s in the error: %j', (name, given) => {
  const env: NodeJS.ProcessEnv = { ...given }
  expect(() => takeInheritedSocket(env, 77)).toThrow(new RegExp(`^${name}: `))
  expect(env).toEqual({})
})
