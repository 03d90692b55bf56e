import type { Page } from '@playwright/test'
import { feedPath } from '#contract/desk/feed.ts'
import { alertScenes } from './alert-scenes.ts'
import { apiKeyScenes } from './api-key-scenes.ts'
import { printerScenes } from './printer-scenes.ts'
import { screenScenes } from './screen-scenes.ts'
import { shopScenes } from './shops.ts'
import { stationScenes } from './station-scenes.ts'
import { busy, order, press, type Scene } from './scene.ts'
import { webhookScenes } from './webhook-scenes.ts'

/** The connection status, whatever time it contains. */
const status = (page: Page, sentence: string) =>
  page.getByRole('status').filter({ hasText: sentence.split('{')[0]?.trim() ?? sentence })

/** Unreadable values for the fields of an item. */
const unreadableFields: readonly object[] = [
  {},
  { price: 'cheap' },
  { stock: 'many' },
  { price: [5], stock: {}, name: 'x' },
]

export const scenes: readonly Scene[] = [
  busy('board', '/'),
  busy('board-armed', '/', press('ring.arm')),
  { name: 'board-forty', at: 'crowded', path: () => '/' },
  { name: 'board-empty', at: 'quiet', path: () => '/' },
  ...stationScenes,
  { name: 'first-steps', at: 'quiet', path: () => '/', saved: { 'first-steps': 'open' } },
  busy('takeover', '/', async (page) => {
    await page.evaluate(() => localStorage.setItem('takes-screen', 'yes'))
    await page.clock.runFor(22_000)
    await page.getByRole('dialog').waitFor()
  }),
  { name: 'board-practice', at: 'practice', path: () => '/' },
  {
    name: 'board-not-live',
    at: 'quiet',
    path: () => '/',
    async act(page, _stage, messages) {
      await page.route(`**${feedPath}`, (route) => route.abort())
      const asked = page.waitForRequest(`**${feedPath}`)
      await page.reload()
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      // The parts that request it load some seconds later, and a new page needs time.
      await page.clock.runFor(3_000)
      await asked
      await page.clock.runFor(15_000)
      // Behind the sound, which is off.
      await page.locator('.warnings').getByRole('button', { expanded: false }).click()
      await status(page, messages['connection.notLive']).waitFor()
    },
  },
  {
    name: 'board-without-contact',
    at: 'quiet',
    path: () => '/',
    async act(page, _stage, messages) {
      await page.context().setOffline(true)
      // The feed is given up after two heartbeats, and later requests fail.
      await page.clock.runFor(24_000)
      await status(page, messages['connection.lost']).waitFor()
    },
  },
  order('waiting'),
  order('late'),
  {
    ...order('failing', async (page, stage, messages) => {
      stage.busy.vendor.faults.add({ kind: 'forbidden', on: 'acceptOrder' })
      await press('action.accept')(page, stage, messages)
      await page.getByRole('alert').first().waitFor()
    }),
    name: 'order-failure',
  },
  order('digital'),
  order('long'),
  order('changed'),
  order('preparing'),
  order('ready'),
  { ...order('waiting', press('action.reject')), name: 'reject-dialog' },
  {
    ...order('digital', async (page, stage, messages) => {
      // The catalog may not be indexed yet, so the desk may not know that the order is digital.
      await page.getByRole('switch', { name: messages['digital.switch'] }).check()
      await press('action.accept')(page, stage, messages)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: messages['action.accept'] }).click()
      await dialog.getByText(messages['digital.missing']).waitFor()
    }),
    name: 'digital-dialog',
  },
  {
    ...order('preparing', async (page) => {
      await page.getByRole('checkbox').first().click()
    }),
    name: 'order-packed',
  },
  {
    ...order('ready', async (page, stage, messages) => {
      await press('handover.begin.pickup')(page, stage, messages)
      await page.getByRole('dialog').getByRole('textbox').fill('0000')
      await press('handover.compare')(page, stage, messages)
      await page.getByText(messages['handover.mismatch'], { exact: true }).waitFor()
    }),
    name: 'hand-over-mismatch',
  },
  {
    ...order('preparing', async (page, stage, messages) => {
      // A slow printer, so that the ticket stays on the page.
      await page.evaluate(() => {
        globalThis.print = () => document.documentElement.setAttribute('data-printing', '')
      })
      await press('ticket.print')(page, stage, messages)
      await page.locator('html[data-printing]').waitFor()
      await page.emulateMedia({ media: 'print' })
    }),
    name: 'ticket',
  },
  { name: 'order-unknown', at: 'busy', path: () => '/orders/999999' },
  busy('keys-dialog', '/', async (page) => {
    const dialog = page.getByRole('dialog')
    // What listens to keys is loaded last, and a key before that is lost. An open dialog ignores further ones.
    for (let tries = 0; tries < 20 && !(await dialog.isVisible()); tries += 1) {
      await page.keyboard.press('?')
      await page.clock.runFor(1000)
      await dialog.waitFor({ timeout: 2000 }).catch(() => undefined)
    }
    await dialog.waitFor()
  }),
  {
    name: 'drill',
    at: 'practice',
    path: () => '/',
    async act(page, _stage, messages) {
      await page.getByRole('button', { name: messages['practice.name'] }).click()
      // Its start closes the controls, which stand over the instruction.
      await page.getByRole('button', { name: messages['drill.start'] }).click()
      await page.getByRole('link', { name: messages['drill.open'] }).waitFor()
    },
  },
  busy('history', '/history'),
  busy('history-nothing-found', '/history?q=zzzz'),
  order('rejected'),
  busy('items', '/catalog/items'),
  busy('items-found', '/catalog/items?q=coffee'),
  busy('items-nothing-found', '/catalog/items?q=zzzz'),
  busy('items-unreadable', '/catalog/items', async (page, _stage, messages) => {
    await page.route('**/items?*', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: object[] }
      const data = body.data.map((item, index) => ({ ...item, ...unreadableFields[index % unreadableFields.length] }))
      await route.fulfill({ response: answer, json: { ...body, data } })
    })
    await page.reload()
    await page.getByText(messages['value.unreadable'], { exact: true }).first().waitFor()
  }),
  { name: 'item', at: 'busy', path: ({ orders }) => `/catalog/items/${orders.waiting.lines[0]?.item.id}` },
  busy('categories', '/catalog/categories'),
  busy('brands', '/catalog/brands'),
  busy('attributes', '/catalog/attributes'),
  busy('reports', '/reports'),
  busy('reports-week', '/reports?of=last7'),
  {
    ...busy('reports-money', '/reports?of=today'),
    async arrange(page, messages) {
      await page.getByRole('heading', { name: messages['reports.money'] }).scrollIntoViewIfNeeded()
    },
  },
  busy('log', '/log'),
  busy('tablets', '/tablets'),
  ...screenScenes,
  busy('staff', '/staff'),
  // On a phone the groups of links stand open.
  busy('manage', '/', async (page, _stage, messages) => {
    await page.getByRole('link', { name: messages['nav.manage'] }).click()
    await page.getByRole('heading', { name: messages['nav.staff'], level: 1 }).waitFor()
  }),
  ...printerScenes,
  busy('rules', '/rules'),
  {
    ...busy('rules-tried', '/rules', async (page, stage, messages) => {
      await press('rules.try')(page, stage, messages)
      await page.getByRole('list', { name: messages['rules.reasons'] }).waitFor()
    }),
    async arrange(page, messages) {
      const title = page.getByRole('heading', { name: messages['rules.tryTitle'] })
      await title.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    },
  },
  busy('rules-turn-on', '/rules', async (page, _stage, messages) => {
    await page.getByRole('switch').click()
    await page.getByRole('list', { name: messages['rules.reasons'] }).waitFor()
  }),
  ...alertScenes,
  ...webhookScenes,
  ...apiKeyScenes,
  ...shopScenes,
  busy('new-pin', '/staff', press('people.newPin')),
  busy('connection', '/connection'),
  busy('settings', '/settings'),
  busy('account', '/', async (page, _stage, messages) => {
    await page.getByRole('button', { name: messages['nav.account'] }).click()
    await page.getByRole('combobox').first().waitFor()
  }),
  busy('sound', '/', press('ring.isOff')),
  busy('switch-person', '/', async (page, stage, messages) => {
    await press('nav.account')(page, stage, messages)
    await page.getByRole('group', { name: messages['account.switch'] }).getByRole('button').first().click()
    await page.getByRole('dialog').waitFor()
  }),
  busy('signed-in', '/sign-in'),
  busy('nothing-here', '/nowhere'),
  { name: 'sign-in', at: 'practice', path: () => '/sign-in' },
  { name: 'enrol', at: 'stranger', path: () => '/' },
]
