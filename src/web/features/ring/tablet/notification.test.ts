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
        // All that is asked of one is to go.
        return screen.shown.map(() => ({ close: () => (screen.shown = []) }) as unknown as Notification)
      },
    }),
  })
  return { screen, notification, options }
}

test('what an earlier page has left behind is closed', async () => {
  const { screen, notification } = setUp()
  notification.want(undefined)
  await settled()
  expect(screen.shown).toEqual([])
})

test('a notification stays, is replaced when more wait, and closed when nothing does', async () => {
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

test('one that is no longer wanted while it is being shown does not stay', async () => {
  const { screen, notification } = setUp()
  notification.want(one)
  notification.want(undefined)
  await settled()
  expect(screen.shown).toEqual([])
})

test('one that could not be shown is tried again', async () => {
  const { screen, notification } = setUp()
  screen.fails = true
  notification.want(one)
  await settled()
  screen.fails = false
  notification.want(one)
  await settled()
  expect(screen.shown).toEqual(['1 order waits'])
})

test('without permission nothing is shown, and a person is asked only once', async () => {
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

test('a browser without notifications has none, and nothing breaks', async () => {
  const notification = createRingNotification(undefined)
  await notification.allow()
  notification.want(one)
  await settled()
  expect(notification.isAllowed()).toBe(false)
})
