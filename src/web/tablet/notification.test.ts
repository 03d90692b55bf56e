import { expect, test } from 'vitest'
import { createRingNotification } from './notification.ts'

const one = { title: '1 order waits', body: 'Tap' }
const two = { title: '2 orders wait', body: 'Tap' }
const settled = () => new Promise((resolve) => setImmediate(resolve))

function setUp() {
  const screen = { permission: 'granted' as NotificationPermission, shown: ['left behind'], fails: false, asked: 0 }
  const options: NotificationOptions[] = []
  const notification = createRingNotification({
    permission: () => screen.permission,
    request: async () => {
      screen.asked += 1
      return (screen.permission = 'granted')
    },
    open: async () => ({
      async showNotification(title, shownWith) {
        if (screen.fails) throw new TypeError('No active worker')
        screen.shown = [title]
        options.push(shownWith ?? {})
      },
      async getNotifications() {
        // Only `close` is used.
        return screen.shown.map(() => ({ close: () => (screen.shown = []) }) as unknown as Notification)
      },
    }),
  })
  return { screen, notification, options }
}

test('closes a notification of an earlier page', async () => {
  const { screen, notification } = setUp()
  notification.want(undefined)
  await settled()
  expect(screen.shown).toEqual([])
})

test('keeps a notification, replaces it when more orders wait and closes it when none does', async () => {
  const { screen, notification, options } = setUp()
  notification.want(one)
  notification.want(one)
  await settled()
  notification.want(two)
  await settled()
  notification.want(two)
  await settled()
  expect(screen.shown).toEqual(['2 orders wait'])
  expect(options).toHaveLength(2)
  expect(options[0]).toMatchObject({ requireInteraction: true, tag: 'waiting-orders', renotify: true })
  notification.want(undefined)
  await settled()
  expect(screen.shown).toEqual([])
})

test('closes a notification that is withdrawn while it is being shown', async () => {
  const { screen, notification } = setUp()
  notification.want(one)
  notification.want(undefined)
  await settled()
  expect(screen.shown).toEqual([])
})

test('retries a notification that could not be shown', async () => {
  const { screen, notification } = setUp()
  screen.fails = true
  notification.want(one)
  await settled()
  screen.fails = false
  notification.want(one)
  await settled()
  expect(screen.shown).toEqual(['1 order waits'])
})

test('shows nothing without permission and asks only once', async () => {
  const { screen, notification } = setUp()
  screen.permission = 'default'
  notification.want(one)
  await settled()
  expect(screen.shown).toEqual(['left behind'])
  expect(notification.isAllowed()).toBe(false)
  await notification.allow()
  await notification.allow()
  expect(screen.asked).toBe(1)
  expect(notification.isAllowed()).toBe(true)
})

test('does nothing in a browser without notifications', async () => {
  const notification = createRingNotification(undefined)
  await notification.allow()
  notification.want(one)
  await settled()
  expect(notification.isAllowed()).toBe(false)
})
