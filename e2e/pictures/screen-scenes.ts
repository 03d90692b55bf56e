import type { Page } from '@playwright/test'
import { feedPath } from '#contract/desk/feed.ts'
import { inbox, type OrderRow } from '#contract/desk/inbox.ts'
import { people, type Tablet } from '#contract/desk/people.ts'
import { type DisplaySettings, tabletSettings } from '#contract/desk/tablet-settings.ts'
import { change } from './change-answer.ts'
import { busy, type Scene } from './scene.ts'

/** The display in the page's language alone, so that a picture shows it whatever the time. */
async function inOneLanguage(page: Page): Promise<void> {
  const language = await page.evaluate(() => navigator.language.slice(0, 2))
  await change<DisplaySettings>(page, tabletSettings.readDisplay.path, (data) => ({ ...data, languages: [language] }))
}

/** Opens the display anew, with these rows instead of the shop's. */
async function withRows(page: Page, next: (rows: readonly OrderRow[]) => readonly OrderRow[]): Promise<void> {
  await inOneLanguage(page)
  // Without a feed the board is read every few seconds.
  await page.route(`**${feedPath}`, (route) => route.abort())
  await change<readonly OrderRow[]>(page, inbox.list.path, next)
  await page.reload()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await page.clock.runFor(2000)
}

const readyAt = () => new Date().toISOString()

/** Half of them in preparation, half ready. */
const halves = (rows: readonly OrderRow[]): readonly OrderRow[] =>
  rows.map((row, index) => ({ ...row, ...(index % 2 === 0 ? preparing : { ...ready, ready_at: readyAt() }) }))

const preparing = { lane: 'preparing', ready_at: null } as const
const ready = { lane: 'ready', handed_over: null } as const

/** The tablets of a shop with a station and a display. */
const withRoles = (tablets: readonly Tablet[]): readonly Tablet[] =>
  tablets.flatMap((tablet) => [
    tablet,
    { ...tablet, id: 'station', name: 'Grill', is_this: false, state: on, role: 'station', category_ids: ['1', '2'] },
    { ...tablet, id: 'display', name: 'Window', is_this: false, state: { ...on, awake: false }, role: 'display' },
  ])
const on = { armed: false, sound: false, awake: true, feed: true, notifications: false, touched: false }

async function showRoles(page: Page): Promise<void> {
  await change(page, people.tablets.path, withRoles)
  await page.reload()
  await page.getByText('Window').waitFor()
}

const display = (name: string, at: Scene['at'], act: NonNullable<Scene['act']>): Scene => ({
  name: `display-${name}`,
  at,
  path: () => '/display',
  act,
})

/** The display in each state, the tablets with their roles, and the page for training. */
export const screenScenes: readonly Scene[] = [
  display('none', 'quiet', (page) => withRows(page, () => [])),
  display('three', 'busy', (page) => withRows(page, (rows) => halves(rows.slice(0, 3)))),
  display('now-ready', 'busy', async (page) => {
    let isReady = false
    await withRows(page, (rows) =>
      rows.slice(0, 6).map((row, index) => ({
        ...row,
        ...(index < 2 || (index === 3 && isReady) ? { ...ready, ready_at: readyAt() } : preparing),
      })),
    )
    isReady = true
    await page.clock.runFor(6000)
    await page.getByRole('status').getByRole('listitem').waitFor()
  }),
  display('forty', 'crowded', (page) => withRows(page, halves)),
  display('long-numbers', 'busy', (page) =>
    withRows(page, (rows) =>
      halves(rows).map((row, index) => ({
        ...row,
        order: { id: row.order_id, print_order_number: `WEB-2026-${String(index).padStart(6, '0')}` },
      })),
    ),
  ),
  display('lost-contact', 'quiet', async (page) => {
    await page.context().setOffline(true)
    await page.clock.runFor(60_000)
    await page.getByRole('status').getByRole('paragraph').first().waitFor()
  }),
  busy('tablets-roles', '/tablets', (page) => showRoles(page)),
  {
    ...busy('screen-settings', '/tablets', (page) => showRoles(page)),
    async arrange(page, messages) {
      const title = page.getByRole('heading', { name: messages['tablets.screens'] })
      await title.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    },
  },
  busy('tablet-role', '/tablets', async (page, _stage, messages) => {
    await page.getByText(messages['tablets.changeRole'], { exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: messages['tablets.role.station'] }).check()
    await dialog.getByRole('radio', { name: messages['tablets.lines.some'] }).check()
    await dialog.getByRole('checkbox').first().waitFor()
  }),
  {
    name: 'training',
    at: 'practice',
    path: () => '/training',
    async act(page) {
      await page.frameLocator('iframe').last().getByRole('heading', { level: 2 }).first().waitFor()
    },
  },
]
