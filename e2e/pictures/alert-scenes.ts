import { feedPath } from '#contract/desk/feed.ts'
import { inbox } from '#contract/desk/inbox.ts'
import type { MessageKey } from '#web/i18n/translations.tsx'
import { withAlerts, withLearned, withPush } from './alerts.ts'
import { busy, press, type Scene } from './scene.ts'

const silentMs = 110 * 60_000

/** Scrolls to a heading. */
const at =
  (heading: MessageKey): NonNullable<Scene['arrange']> =>
  async (page, messages) => {
    const title = page.getByRole('heading', { name: messages[heading], exact: true })
    await title.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  }

const alertsScene = (name: string, act?: Scene['act'], heading?: MessageKey): Scene => ({
  ...busy(name, '/alerts', async (page, stage, messages) => {
    await withAlerts(page, stage)
    await page.getByRole('heading', { name: messages['alerts.latest'] }).waitFor()
    await act?.(page, stage, messages)
  }),
  ...(heading && { arrange: at(heading) }),
})

/** Alerts to phones, and what the desk has learned of the service. */
export const alertScenes: readonly Scene[] = [
  alertsScene('alerts'),
  alertsScene('alerts-ladder', undefined, 'alerts.ladder'),
  alertsScene('alerts-list', undefined, 'alerts.latest'),
  alertsScene('alerts-confirm', press('alerts.rehearse')),
  busy('alerts-rehearsal', '/alerts', async (page, stage, messages) => {
    await withAlerts(page, stage, 'rehearsal')
    await page.getByRole('button', { name: messages['alerts.gotIt'] }).waitFor()
  }),
  busy('alerts-none', '/alerts', async (page, stage, messages) => {
    await withAlerts(page, stage, 'none')
    await page.getByText(messages['alerts.whoNone']).waitFor()
  }),
  ...(['on', 'off', 'denied'] as const).map((state) => ({
    ...busy(`settings-alerts-${state}`, '/settings', async (page, stage, messages) => {
      await withPush(page, state)
      await withAlerts(page, stage)
      await page.getByRole('switch', { name: messages['alerts.onDuty'] }).waitFor()
    }),
    arrange: at('alerts.phone'),
  })),
  {
    ...busy('connection-window', '/connection', withLearned),
    arrange: at('settings.vendor'),
  },
  {
    ...busy('connection-drift', '/connection', async (page, _stage, messages) => {
      await withLearned(page)
      await page.getByRole('button', { name: messages['settings.drift.save'] }).waitFor()
    }),
    arrange: at('settings.drift'),
  },
  busy('board-silent', '/', async (page, stage, messages) => {
    const since = new Date(Date.now() - silentMs).toISOString()
    const alarms = [{ code: 'orders_silent', since, count: 1, silence: { since, usual_seconds: 480 } }]
    // The feed begins, and says nothing of the orders, so the page reads them.
    const snapshot = { version: 0, server_time: new Date().toISOString() }
    await page.route(`**${feedPath}`, (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: `event: snapshot\ndata: ${JSON.stringify(snapshot)}\n\n`,
      }),
    )
    // Read once, because a page that is left drops what a route still fetches for it.
    const board = await page.evaluate(
      async (path) => (await (await fetch(path)).json()) as { readonly meta: object },
      inbox.list.path,
    )
    const json = { ...board, meta: { ...board.meta, alarms } }
    await page.route(`**${inbox.list.path}*`, (route) => route.fulfill({ json }))
    await page.reload()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    // The feed begins some seconds later.
    await page.clock.runFor(4_000)
    await press('ring.arm')(page, stage, messages)
    await page.locator('.warnings').getByRole('link', { name: messages['alarm.settings'] }).waitFor()
  }),
]
