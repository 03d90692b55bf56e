import type { Page } from '@playwright/test'
import type { AnswerOf } from '#contract/endpoint.ts'
import { feedPath } from '#contract/desk/feed.ts'
import { inbox, type OrderRow } from '#contract/desk/inbox.ts'
import type { Pick } from '#contract/desk/marks.ts'
import { getSession, type Session } from '#contract/desk/session.ts'
import type { Shortage } from '#contract/desk/shortages.ts'
import { changeAnswer } from './change-answer.ts'
import { busy, type Scene } from './scene.ts'

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const by = { person: 'Sara', tablet: 'Grill' }
const preparing = { lane: 'preparing', ready_at: null, last_action: null } as const

interface Line {
  readonly id: string
  readonly product: { readonly id: string; readonly name: string }
}

const linesOf = ({ order }: OrderRow): readonly Line[] => (order as { readonly items: readonly Line[] }).items // As it was placed.

/** The marks of the first lines of an order. */
const marked = (row: OrderRow, states: readonly Pick['state'][]): readonly Pick[] =>
  linesOf(row)
    .slice(0, states.length)
    .map(({ id }, index) => ({ line: id, state: states[index] ?? 'picked', by, at: minutesAgo(1) }))

const all = (row: OrderRow) => linesOf(row).map(() => 'picked' as const)

/** So short that all states stand on one screen. */
const isShort = (row: OrderRow): boolean => [2, 3].includes(linesOf(row).length)

/** A ticket in each state: late, due soon, begun, missing, done, of two stations, deciding and cancelled. */
function inEachState(rows: readonly OrderRow[]): readonly OrderRow[] {
  const [late, soon, begun, missing, done, shared, deciding, cancelled] = rows.filter(isShort)
  if (!late || !soon || !begun || !missing || !done || !shared || !deciding || !cancelled)
    throw new Error('The stage has too few orders.')
  const [, ...others] = linesOf(shared)
  return [
    { ...late, ...preparing, accepted_at: minutesAgo(21) },
    { ...soon, ...preparing, accepted_at: minutesAgo(12) },
    { ...begun, ...preparing, accepted_at: minutesAgo(8), picks: marked(begun, ['picked']) },
    { ...missing, ...preparing, accepted_at: minutesAgo(7), picks: marked(missing, ['missing', ...all(missing)]) },
    { ...done, ...preparing, accepted_at: minutesAgo(6), picks: marked(done, all(done)) },
    {
      ...shared,
      ...preparing,
      accepted_at: minutesAgo(5),
      line_categories: Object.fromEntries(others.map(({ id }) => [id, ['2']])),
      picks: marked(shared, ['picked']),
    },
    { ...deciding, lane: 'contact', accepted_at: minutesAgo(4) },
    { ...cancelled, ...preparing, lane: 'closed', problem: 'cancelled', accepted_at: minutesAgo(3), is_on_board: true },
  ]
}

/** The first line of an order was not found in another one. */
function shortageOf(row: OrderRow): Shortage {
  const [line] = linesOf(row)
  const { id = null, name = null } = line?.product ?? {}
  return {
    id: 'a',
    name,
    product_id: id,
    reference: null,
    barcode: null,
    since: minutesAgo(5),
    by,
    order_id: 'another',
  }
}

/** Opens the page anew as that of a station with a category of its own. */
async function asStation(page: Page): Promise<void> {
  await page.route(`**${feedPath}`, (route) => route.abort())
  await changeAnswer<Session>(page, getSession.path, (session) => ({
    ...session,
    device: session.device && {
      ...session.device,
      name: 'Grill',
      role: 'station',
      category_ids: ['1'],
      covered_ids: ['1', '2'],
    },
  }))
  await changeAnswer<AnswerOf<typeof inbox.list>>(page, inbox.list.path, ({ meta, data }) => {
    const rows = inEachState(data)
    return { data: rows, meta: { ...meta, shortages: rows.slice(0, 1).map(shortageOf) } }
  })
  await page.reload()
  await page.getByRole('article').first().waitFor()
  await page.clock.runFor(3000)
}

const inStates = (name: string): Scene => ({
  name,
  at: 'crowded',
  path: () => '/station',
  act: (page) => asStation(page),
})

/** The station: with the orders of a busy shop, forty, none, and one in each state. */
export const stationScenes: readonly Scene[] = [
  busy('station', '/station'),
  { name: 'station-forty', at: 'kitchen', path: () => '/station' },
  { name: 'station-empty', at: 'quiet', path: () => '/station' },
  inStates('station-states'),
  { ...inStates('station-counts'), saved: { 'station-counts': 'yes' } },
]
