import type { Page } from '@playwright/test'
import {
  orderEvents,
  outgoingEvents,
  outgoingWebhooks,
  type Delivery,
  type OutgoingWebhook,
} from '#contract/desk/outgoing-webhooks.ts'
import { busy, type Scene } from './scene.ts'
import type { Stage } from './stage.ts'

const minuteMs = 60_000
const at = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString()

const webhook = (id: string, url: string, rest: Partial<OutgoingWebhook> = {}): OutgoingWebhook => ({
  id,
  url,
  events: [...orderEvents],
  includes_row: false,
  created_at: at(-9000),
  state: 'delivering',
  since: null,
  failure: null,
  waiting: 0,
  parked: 0,
  old_secret_until: null,
  ...rest,
})

/** One in each state. */
const webhooks: readonly OutgoingWebhook[] = [
  webhook('till', 'https://till.bakery.example/hooks/vendor-desk/7f0c2b8e5d', {
    includes_row: true,
    old_secret_until: at(900),
  }),
  webhook('books', 'https://accounts.example/in', {
    state: 'failing',
    since: at(-95),
    failure: { status: 500, problem: null },
    waiting: 14,
    parked: 1,
  }),
  webhook('lamp', 'https://lamp.example/blink', { events: ['printer.failed', 'silence.noticed'], state: 'paused' }),
  webhook('old', 'https://old.example/', { events: [...outgoingEvents], state: 'ended', since: at(-3000) }),
]

const tried = (minutes: number, status: number | null, problem: 'silent' | null = null) => ({
  at: at(minutes),
  status,
  problem,
  took_ms: problem ? 15_000 : 184,
})

/** A delivery with each outcome. */
const deliveriesOf = ({ orders: { waiting, preparing, ready } }: Stage): readonly Delivery[] => {
  const delivery = (place: number, rest: Partial<Delivery>): Delivery => ({
    id: `evt_${place}`,
    event: 'order.received',
    order_id: waiting.id,
    number: waiting.printNumber,
    state: 'delivered',
    at: at(-place * 3),
    next_at: null,
    tries: 1,
    last_try: tried(-place * 3, 204),
    ...rest,
  })
  return [
    delivery(1, { event: 'order.changed', state: 'waiting', tries: 0, last_try: null }),
    delivery(2, { state: 'waiting', next_at: at(26), tries: 3, last_try: tried(-4, 500) }),
    delivery(3, { event: 'order.ready', order_id: ready.id, number: ready.printNumber }),
    delivery(4, { event: 'order.answered', order_id: preparing.id, number: preparing.printNumber, tries: 2 }),
    delivery(5, {
      event: 'printer.failed',
      order_id: null,
      number: null,
      state: 'parked',
      tries: 10,
      last_try: tried(-9, null, 'silent'),
    }),
    delivery(6, { event: 'webhook.test', order_id: null, number: null }),
  ]
}

/** Many that failed for the same reason, and those that wait for them. */
const failuresOf = ({ orders: { waiting, preparing, ready } }: Stage): readonly Delivery[] =>
  Array.from({ length: 12 }, (_, place) => {
    const order = [waiting, preparing, ready][place % 3] ?? waiting
    const isBehind = place % 2 === 0
    return {
      id: `evt_${place}`,
      event: isBehind ? 'order.changed' : 'order.received',
      order_id: order.id,
      number: order.printNumber,
      state: 'waiting',
      at: at(-place * 3),
      next_at: isBehind ? null : at(26),
      tries: isBehind ? 0 : 3,
      last_try: isBehind ? null : tried(-4, 500),
    }
  })

async function withWebhooks(page: Page, stage: Stage, data: readonly OutgoingWebhook[] = webhooks): Promise<void> {
  const { list, deliveries, replaceSecret } = outgoingWebhooks
  const secret = { id: 'till', secret: 'whsec_mT0pIuXnQyQ1mZlq7nDk3Jc8wS5vF2hB6aE9rG4tYxA=' }
  const answers: readonly (readonly [string, unknown])[] = [
    [list.path, { data }],
    [deliveries.path.replace(':webhookId', '*'), { data: deliveriesOf(stage) }],
    [deliveries.path.replace(':webhookId', 'books'), { data: failuresOf(stage) }],
    [replaceSecret.path.replace(':webhookId', '*'), { data: secret }],
  ]
  for (const [path, json] of answers) await page.route(`**${path}`, (route) => route.fulfill({ json }))
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Opens the scene's screen, then acts with the first webhook. */
const webhookScene = (name: string, act?: Scene['act']): Scene =>
  busy(name, '/webhooks', async (page, stage, messages) => {
    await withWebhooks(page, stage)
    await page.getByRole('heading', { name: 'till.bakery.example' }).waitFor()
    await act?.(page, stage, messages)
  })

const showMessages = (page: Page): Promise<void> =>
  page
    .locator('li li')
    .first()
    .evaluate((row) => row.scrollIntoView({ block: 'center' }))

/** Webhooks to other systems. */
export const webhookScenes: readonly Scene[] = [
  webhookScene('webhooks'),
  busy('webhooks-none', '/webhooks', async (page, stage, messages) => {
    await withWebhooks(page, stage, [])
    await page.getByText(messages['webhooks.none']).waitFor()
  }),
  webhookScene('webhooks-add', async (page, _stage, messages) => {
    await page.getByRole('button', { name: messages['webhooks.add'] }).click()
  }),
  {
    ...webhookScene('webhooks-messages', async (page, _stage, messages) => {
      await page.getByText(messages['webhooks.latest'], { exact: true }).first().click()
    }),
    arrange: showMessages,
  },
  {
    ...busy('webhooks-failing', '/webhooks', async (page, stage, messages) => {
      await withWebhooks(page, stage, webhooks.slice(1, 2))
      await page.getByText(messages['webhooks.latest'], { exact: true }).click()
    }),
    arrange: showMessages,
  },
  webhookScene('webhook-remove', async (page, _stage, messages) => {
    await page.getByText(messages['webhooks.remove'], { exact: true }).first().click()
  }),
  webhookScene('webhooks-secret', async (page, _stage, messages) => {
    await page.getByText(messages['webhooks.replace'], { exact: true }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: messages['webhooks.replace'] }).click()
    await page.getByText('whsec_').waitFor()
  }),
]
