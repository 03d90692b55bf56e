import type { Page } from '@playwright/test'
import { readOtherDesks } from '#contract/desk/other-desks.ts'
import { type ShopLine, shops, type ShopSummary } from '#contract/desk/shops.ts'
import { busy, type Scene } from './scene.ts'

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

const summary = (change: Partial<ShopSummary> = {}): ShopSummary => ({
  server_time: ago(0),
  waiting: 0,
  waiting_since: null,
  counters: { there: 2, ringing: 1 },
  printers: [{ name: 'Kitchen', is: 'ready', since: ago(7200) }],
  alarms: [],
  today: {
    from: ago(40_000),
    time_zone: 'Asia/Baghdad',
    orders: 64,
    missed: 0,
    sales: [{ currency: 'IQD', orders: 60, total: '1848500' }],
  },
  ...change,
})

const line = (name: string, change: Partial<ShopLine>): ShopLine => ({
  name,
  url: `https://${encodeURIComponent(name).replaceAll('%', '').toLowerCase()}.shop.example`,
  is_here: false,
  has_key: true,
  problem: null,
  since: ago(1),
  summary: null,
  ...change,
})

const today = summary().today

/** Nine shops: whatever a line can say. */
const nine = (): readonly ShopLine[] => [
  line('Karrada', { is_here: true, has_key: false, summary: summary({ waiting: 1, waiting_since: ago(35) }) }),
  line('المنصور — فرع الجامعة', {
    summary: summary({
      waiting: 4,
      waiting_since: ago(252),
      counters: { there: 1, ringing: 0 },
      today: { ...today, orders: 118, missed: 3 },
    }),
  }),
  line('Adhamiya', { summary: summary() }),
  line('Dora, beside the long bridge and the market', {
    summary: summary({
      printers: [
        { name: 'المطبخ', is: 'paper_out', since: ago(600) },
        { name: 'Bar', is: 'unreachable', since: ago(600) },
      ],
      alarms: [{ code: 'disk_low', since: ago(600) }],
    }),
  }),
  line('Erbil', { summary: summary({ counters: { there: 0, ringing: 0 } }) }),
  line('Basra', {
    problem: 'no_contact',
    since: ago(1500),
    summary: summary({ waiting: 2, waiting_since: ago(1700) }),
  }),
  line('Mosul', {
    summary: summary({
      alarms: [{ code: 'webhook_refused', since: ago(600) }],
      today: {
        ...today,
        sales: [
          { currency: 'IQD', orders: 30, total: '918000' },
          { currency: 'USD', orders: 4, total: '86.5' },
        ],
      },
    }),
  }),
  line('Najaf', { problem: 'key_refused', since: ago(300) }),
  line('Kirkuk', { problem: 'no_key', has_key: false, since: null }),
]

/** Sixty shops, of which the most are busy and well. */
const sixty = (): readonly ShopLine[] => [
  ...nine(),
  ...Array.from({ length: 51 }, (_, number) =>
    line(`Branch ${number + 10}`, {
      summary: summary(number % 3 === 0 ? { waiting: 1, waiting_since: ago(number) } : {}),
    }),
  ),
]

/** Gives the page a chain. */
async function withShops(page: Page, lines: readonly ShopLine[]): Promise<void> {
  const desks = lines.map(({ name, url, is_here: isHere }) => ({ name: name ?? '', url, is_here: isHere }))
  await page.route(`**${readOtherDesks.path}`, (route) => route.fulfill({ json: { data: desks } }))
  await page.route(`**${shops.list.path}`, (route) =>
    route.fulfill({ json: { data: lines, meta: { server_time: ago(0) } } }),
  )
  await page.reload()
  await page.getByRole('listitem').first().waitFor()
}

const shopsScene = (name: string, lines: () => readonly ShopLine[], act?: Scene['act']): Scene =>
  busy(name, '/shops', async (page, stage, messages) => {
    await withShops(page, lines())
    await act?.(page, stage, messages)
  })

/** The shops of a chain at a glance. */
export const shopScenes: readonly Scene[] = [
  shopsScene('shops', nine),
  shopsScene('shops-none', () => nine().slice(0, 1)),
  shopsScene('shops-three', () => nine().slice(0, 3)),
  shopsScene('shops-many', sixty),
  shopsScene('shops-key', nine, async (page, _stage, messages) => {
    await page.getByRole('button', { name: messages['shops.addKey'] }).click()
  }),
  busy('shops-switcher', '/shops', async (page, _stage, messages) => {
    await withShops(page, nine())
    await page.getByRole('button', { name: messages['shops.others'] }).click()
    await page.getByRole('link', { name: messages['shops.all'] }).waitFor()
  }),
]
