import { expect, test } from 'vitest'
import { takeInheritedSocket } from './inherited-socket.ts'

test('without the variables nothing was handed over', () => {
  expect(takeInheritedSocket({ PORT: '3000' }, 77)).toBeUndefined()
})

test('one socket for this process is the first descriptor, and children are told nothing of it', () => {
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
])('a complaint names %s: %j', (name, given) => {
  const env: NodeJS.ProcessEnv = { ...given }
  expect(() => takeInheritedSocket(env, 77)).toThrow(new RegExp(`^${name}: `))
  expect(env).toEqual({})
})
