import type { Page } from '@playwright/test'
import { type Alert, alerts, type Duty, type Ladder } from '#contract/desk/alerts.ts'
import { type Drift, readDeadline, readDrift } from '#contract/desk/deadline.ts'
import type { Stage } from './stage.ts'

const minuteMs = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString()

const phone = (name: string, deliveredAt: string | null, deviceId = name) => ({
  id: name,
  device_id: deviceId,
  name,
  created_at: ago(9000),
  delivered_at: deliveredAt,
})

const duty = (id: string, name: string, rest: Partial<Duty> = {}): Duty => ({
  person: { id, name },
  is_on_duty: true,
  is_owner: false,
  quiet_from: null,
  quiet_to: null,
  time_zone: 'Asia/Baghdad',
  phones: [],
  ...rest,
})

/** Somebody of each kind. Sara looks, on a phone of hers. */
const dutiesOf = (sara: string, deviceId: string): readonly Duty[] => [
  duty(sara, 'Sara', { quiet_from: '22:00', quiet_to: '08:00', phones: [phone('Sara’s Pixel', ago(3), deviceId)] }),
  duty('o', 'عمر', { phones: [phone('iPhone', ago(3000)), phone('هاتف المطبخ', null)] }),
  duty('l', 'Layla', { is_on_duty: false, is_owner: true, phones: [phone('Galaxy', null)] }),
  duty('n', 'Noor'),
]

const ladder: Ladder = {
  call_from: 2,
  owner_from: 3,
  calls: ['calls.telephone.example', 'hooks.slack.example'],
  is_signed: true,
  is_rehearsing: false,
}

const alert = (place: number, rest: Partial<Alert> = {}): Alert => ({
  id: `alert-${place}`,
  kind: 'order_unanswered',
  order_id: null,
  number: null,
  step: null,
  is_rehearsal: false,
  at: ago(place * 4),
  told: [],
  ended: { at: ago(place * 4), how: 'over', by: null },
  ...rest,
})

const toSara = (outcome: 'pending' | 'delivered' | 'failed' | 'gone') =>
  ({ to: 'phone', name: 'Sara', outcome, at: ago(1) }) as const
const call = { to: 'call', name: 'calls.telephone.example', outcome: 'failed', at: ago(1) } as const
const owner = { to: 'owner', name: 'Layla', outcome: 'pending', at: ago(1) } as const

/** An alert of each kind, with each outcome. */
function listOf({ orders: { waiting, preparing, long } }: Stage): readonly Alert[] {
  const of = ({ id, printNumber }: typeof waiting) => ({ order_id: id, number: printNumber })
  const by = { person: 'عمر', tablet: 'Counter' }
  return [
    alert(1, { ...of(waiting), step: 2, told: [toSara('delivered'), call, owner], ended: null }),
    alert(2, { ...of(preparing), step: 1, told: [toSara('delivered')], ended: { at: ago(2), how: 'accept', by } }),
    alert(3, { ...of(long), kind: 'nobody_there', told: [toSara('gone')] }),
    alert(4, { ...of(long), kind: 'rule_left', told: [toSara('failed')], ended: { at: ago(2), how: 'reject', by } }),
    alert(5, { kind: 'printer', told: [toSara('delivered')] }),
    alert(6, { kind: 'silence' }),
    alert(7, { step: 3, is_rehearsal: true, told: [owner], ended: { at: ago(2), how: 'confirmed', by } }),
  ]
}

const steps = ([[toSara('delivered')], [toSara('delivered'), call]] as const)
  .map((told, index) => alert(index, { step: index + 1, is_rehearsal: true, told: [...told], ended: null }))
  .toReversed()

export type AlertState = 'usual' | 'none' | 'rehearsal'

/** Gives the page people with phones, and what they were told of. */
export async function withAlerts(page: Page, stage: Stage, state: AlertState = 'usual'): Promise<void> {
  const { staff, device } = (await (await page.request.get(`${stage.busy.desk.url}/api/desk/session`)).json()) as {
    readonly staff: { readonly id: string } | null
    readonly device: { readonly id: string } | null
  }
  const isNone = state === 'none'
  const answers: readonly (readonly [string, unknown])[] = [
    [alerts.pushKey.path, { public_key: 'B'.repeat(87) }],
    [
      alerts.duty.path,
      { data: dutiesOf(staff?.id ?? '', device?.id ?? '').map((each) => (isNone ? { ...each, phones: [] } : each)) },
    ],
    [alerts.ladder.path, { data: { ...ladder, is_rehearsing: state === 'rehearsal', ...(isNone && { calls: [] }) } }],
    [alerts.list.path, { data: isNone ? [] : state === 'rehearsal' ? steps : listOf(stage) }],
  ]
  for (const [path, json] of answers) await page.route(`**${path}`, (route) => route.fulfill({ json }))
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Gives the page a browser with Web Push, which the scenes' browser has not; subscribed, or with a permission. */
export async function withPush(page: Page, state: 'on' | 'off' | 'denied'): Promise<void> {
  await page.addInitScript((is) => {
    const subscription = is === 'on' ? { endpoint: 'https://push.example/1' } : null
    const registration = { pushManager: { getSubscription: async () => subscription } }
    const worker = Object.assign(new EventTarget(), {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
      register: async () => Object.assign(new EventTarget(), registration),
    })
    Object.defineProperty(navigator, 'serviceWorker', { value: worker })
    Object.assign(globalThis, { PushManager: class {} })
    Object.defineProperty(Notification, 'permission', { get: () => (is === 'denied' ? 'denied' : 'default') })
  }, state)
}

const drift = (path: string, rest: Partial<Drift> = {}): Drift => ({
  path,
  found: 'string',
  expected: 'number',
  count: 1204,
  first_at: ago(20_000),
  last_at: ago(2),
  example: '00.00',
  ...rest,
})

/** Gives the page what the desk has learned of the service. */
export async function withLearned(page: Page): Promise<void> {
  const estimate = { seconds: 300, low: 295, high: 306, observations: 23, source: 'learned' }
  const group = { ...estimate, shop: '1', shop_name: 'Corner', service: 'food' }
  const market = { seconds: 300, low: 300, high: 300, observations: 3, source: 'configured', service: 'market' }
  const json = { ...estimate, groups: [group, { ...group, ...market }] }
  await page.route(`**${readDeadline.path}`, (route) => route.fulfill({ json }))
  const drifts = [
    drift('GET /orders/:orderId data.items[].customizations[].price'),
    drift('GET /orders/:orderId data.loyalty', { expected: 'nothing', found: 'object', example: '{"xxxxxx":000}' }),
    drift('GET /items data[].name.fr', { expected: 'string', found: 'missing', count: 1, example: '' }),
  ]
  await page.route(`**${readDrift.path}`, (route) => route.fulfill({ json: { data: drifts } }))
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
}
