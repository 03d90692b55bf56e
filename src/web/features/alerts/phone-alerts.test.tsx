import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { alerts, type Duty } from '#contract/desk/alerts.ts'
import { answerInstead, refusal } from '#testing/answer-instead.ts'
import { openPage } from '#testing/open-page.tsx'
import { keepAlerts } from './phone-push.ts'

/** The desk's key, and as bytes. */
const publicKey = 'BHk-_w'
const keyBytes = Uint8Array.of(4, 0x79, 0x3e, 0xff)

interface Browser {
  permission: NotificationPermission
  /** The key of its subscription, if it has one. */
  key: ArrayBuffer | undefined
  /** What its user chooses. */
  readonly answers?: NotificationPermission
  readonly refuses?: boolean
}

const endpoint = 'https://push.example/1'

/** A browser with Web Push. */
function withPush(rest: Partial<Browser> = {}): Browser {
  const browser: Browser = { permission: 'default', key: undefined, answers: 'granted', ...rest }
  const subscription = () =>
    browser.key && {
      endpoint,
      options: { applicationServerKey: browser.key },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => void (browser.key = undefined),
    }
  const registration = {
    pushManager: {
      getSubscription: async () => subscription() ?? null,
      async subscribe() {
        if (browser.refuses) throw new Error('push service error')
        browser.key = keyBytes.buffer
        return subscription()
      },
    },
  }
  const serviceWorker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  })
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission
    },
    requestPermission: async () => (browser.permission = browser.answers ?? 'denied'),
  })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })
  return browser
}

interface Shop {
  duty: Duty
  /** The person whose alerts this device gets. */
  receiver: string | undefined
  readonly asked: unknown[]
  /** The answer to a request for the desk's key. */
  readonly key: unknown
}

/** The settings on a desk that can send alerts. */
async function open(rest: Partial<Shop> = {}, who: 'Sara' | 'nobody' = 'Sara') {
  const page = await openPage({ at: () => '/tablets', who })
  const { staff, device } = (await (await page.ask('/api/desk/session')).json()) as {
    readonly staff: { readonly id: string; readonly name: string } | null
    readonly device: { readonly id: string }
  }
  const person = staff ?? { id: '1', name: 'Sara' }
  const shop: Shop = {
    duty: {
      person,
      is_on_duty: true,
      is_owner: false,
      quiet_from: null,
      quiet_to: null,
      time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      phones: [],
    },
    receiver: undefined,
    asked: [],
    key: { public_key: publicKey },
    ...rest,
  }
  const phone = {
    id: 'p1',
    device_id: device.id,
    name: 'Counter',
    created_at: '2026-11-20T11:00:00Z',
    delivered_at: null,
  }
  const phonesOf = (name: string) => (shop.receiver === name ? [phone] : [])
  answerInstead([
    [alerts.pushKey, () => shop.key],
    [
      alerts.duty,
      () => ({
        data: [
          { ...shop.duty, phones: phonesOf('Sara') },
          { ...shop.duty, person: { id: 'x', name: 'Omar' }, phones: phonesOf('Omar') },
        ],
      }),
    ],
    [
      alerts.changeDuty,
      ({ body }) => {
        shop.asked.push(body)
        shop.duty = Object.assign({}, shop.duty, body)
        return { data: shop.duty }
      },
    ],
    [
      alerts.subscribe,
      ({ body }) => {
        shop.asked.push(body)
        shop.receiver = 'Sara'
        return { data: phone }
      },
    ],
    [
      alerts.unsubscribe,
      ({ body }) => {
        shop.asked.push(body)
        shop.receiver = undefined
        return { data: { removed: 1 } }
      },
    ],
  ])
  await page.user.click(await screen.findByRole('link', { name: 'Settings' }))
  return { ...page, shop, part: within(await screen.findByRole('region', { name: 'Alerts on this phone' })) }
}

const turnOn = { name: 'Alert this phone' }

test('turns alerts on, sends a test, and stops them', async () => {
  const browser = withPush()
  const { user, shop, part } = await open()
  await user.click(await part.findByRole('button', turnOn))
  expect(await part.findByText('This phone gets alerts for Sara.')).toBeVisible()
  expect(shop.asked).toEqual([{ endpoint, keys: { p256dh: 'p', auth: 'a' }, language: 'en' }])
  expect(part.queryByRole('button', turnOn)).toBeNull()
  let result: unknown = { data: { delivered: 1, failed: 0, gone: 0 } }
  answerInstead([[alerts.testPhone, () => result]])
  const sendTest = () => user.click(part.getByRole('button', { name: 'Send a test' }))
  await sendTest()
  expect(await part.findByText(/^Delivered\. If nothing shows/)).toBeVisible()
  result = { data: { delivered: 0, failed: 1, gone: 0 } }
  await sendTest()
  expect(await part.findByText(/^The test could not be delivered/)).toBeVisible()
  result = refusal(404, 'not_found')
  await sendTest()
  expect(await part.findByText(/^This phone no longer gets alerts/)).toBeVisible()
  await user.click(part.getByRole('button', { name: 'Stop alerts on this phone' }))
  expect(await part.findByRole('button', turnOn)).toBeVisible()
  expect(shop.asked[1]).toEqual({ endpoint })
  expect(browser.key).toBeUndefined()
})

test('says whose alerts the phone gets, and takes them over', async () => {
  withPush({ permission: 'granted', key: keyBytes.buffer })
  const { user, part } = await open({ receiver: 'Omar' })
  expect(await part.findByText(/^This phone gets alerts for Omar\./)).toBeVisible()
  await user.click(part.getByRole('button', turnOn))
  expect(await part.findByText('This phone gets alerts for Sara.')).toBeVisible()
})

test.each([
  ['blocked notifications', { permission: 'denied' }, /^Notifications from this page are blocked/],
  ['a refusal', { answers: 'denied' }, /^Notifications from this page are blocked/],
  ['a question without an answer', { answers: 'default' }, /^Alerts stay off/],
  ['a push service that fails', { refuses: true }, /^The browser could not turn on alerts/],
] as const)('says what to do about %s', async (_what, browser, words) => {
  withPush(browser)
  const { user, part } = await open()
  const button = await waitFor(() => part.queryByRole('button', turnOn) ?? part.getByText(words))
  if (button.tagName === 'BUTTON') await user.click(button)
  expect(await part.findByText(words)).toBeVisible()
})

test.each([
  ['no https', 'Mozilla/5.0 (Linux; Android 15)', false, /opened without https/],
  ['an iPhone in Safari', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', true, /add this page to the Home/],
  ['an older browser', 'Mozilla/5.0 (Linux; Android 8)', true, /^This browser cannot get alerts/],
] as const)('says what to do with %s, and still saves when one is on duty', async (_what, agent, isSecure, words) => {
  vi.stubGlobal('isSecureContext', isSecure)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  onTestFinished(() => void vi.restoreAllMocks())
  const { user, shop, part } = await open()
  expect(await part.findByText(words)).toBeVisible()
  expect(part.queryByRole('button', turnOn)).toBeNull()
  await user.click(await part.findByRole('switch', { name: 'On duty' }))
  expect(await part.findByText('Saved')).toBeVisible()
  expect(shop.asked).toEqual([{ is_on_duty: false }])
})

test('says that the server cannot send alerts', async () => {
  withPush()
  const { part } = await open({ key: refusal(404, 'push_off') })
  expect(await part.findByText(/^The desk’s server cannot send alerts to phones/)).toBeVisible()
  expect(part.queryByRole('button', turnOn)).toBeNull()
})

test.each([
  ['nothing changed', '1 en', keyBytes, 0],
  ['somebody else has signed in', '2 en', keyBytes, 1],
  ['the language changed', '1 ar', keyBytes, 1],
  ['the desk has another key', '1 en', Uint8Array.of(4, 1), 1],
  ['the browser ended it', '1 en', undefined, 1],
] as const)('sends the subscription of this phone again only if it has to: %s', async (_what, before, key, count) => {
  const browser = withPush({ permission: 'granted', key: key?.buffer })
  const sent: unknown[] = []
  answerInstead([
    [alerts.pushKey, () => ({ public_key: publicKey })],
    [
      alerts.subscribe,
      ({ body }) => {
        sent.push(body)
        return { data: { id: 'p1', device_id: 'd1', name: 'Counter', created_at: '', delivered_at: null } }
      },
    ],
  ])
  localStorage.setItem('alerts-phone', `${before} ${endpoint} ${key === keyBytes ? publicKey : 'other'}`)
  await keepAlerts({ personId: '1', language: 'en' })
  expect(sent).toHaveLength(count)
  expect(browser.key).toEqual(keyBytes.buffer)
  await keepAlerts({ personId: '1', language: 'en' })
  expect(sent).toHaveLength(count)
})

test('sends nothing from a browser whose alerts were never turned on', async () => {
  withPush({ permission: 'granted', key: keyBytes.buffer })
  answerInstead([[alerts.pushKey, () => expect.unreachable()]])
  await keepAlerts({ personId: '1', language: 'en' })
})

test('saves quiet hours at once, in the time zone of the tablet', async () => {
  withPush()
  const { user, shop, part } = await open()
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  await user.click(await part.findByRole('switch', { name: 'Quiet hours' }))
  await user.clear(await part.findByLabelText('To'))
  await user.type(part.getByLabelText('To'), '06:30')
  await waitFor(() => expect(shop.duty).toMatchObject({ quiet_from: '22:00', quiet_to: '06:30', time_zone: zone }))
  expect(await part.findByText('Saved')).toBeVisible()
  await user.click(part.getByRole('switch', { name: 'Quiet hours' }))
  await waitFor(() => expect(part.queryByLabelText('To')).toBeNull())
  expect(shop.duty).toMatchObject({ quiet_from: null, quiet_to: null })
})

test('asks for a sign-in first', async () => {
  withPush()
  const { part } = await open({}, 'nobody')
  expect(await part.findByText('Sign in to get alerts on this phone.')).toBeVisible()
})
