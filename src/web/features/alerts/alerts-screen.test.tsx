import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Alert, alerts, type Duty, type Ladder } from '#contract/desk/alerts.ts'
import { answerInstead, refusal } from '#testing/answer-instead.ts'
import { openPage } from '#testing/open-page.tsx'

const at = '2026-11-20T11:30:00Z'

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
const phone = { id: 'p1', device_id: 'd1', name: 'Sara’s Pixel', created_at: at, delivered_at: at }

const alert = (id: string, rest: Partial<Alert> = {}): Alert => ({
  id,
  kind: 'order_unanswered',
  order_id: '70001',
  number: 'A-845',
  step: 1,
  is_rehearsal: false,
  at,
  told: [],
  ended: null,
  ...rest,
})

interface Shop {
  duties: Duty[]
  ladder: Ladder
  list: Alert[] | Response
}

const usual = (): Shop => ({
  duties: [
    duty('1', 'Sara', { quiet_from: '22:00', quiet_to: '08:00', phones: [phone] }),
    duty('2', 'Omar', { is_on_duty: false }),
  ],
  ladder: { call_from: 2, owner_from: 3, calls: ['hooks.example'], is_signed: true, is_rehearsing: false },
  list: [],
})

/** The screen of a shop, which the test may change. */
async function open(shop: Shop, who: 'Sara' | 'Omar' | 'nobody' = 'Sara') {
  const page = await openPage({ at: () => '/tablets', who })
  const ladder = () => ({ data: shop.ladder })
  answerInstead([
    [alerts.duty, () => ({ data: shop.duties })],
    [alerts.ladder, ladder],
    [alerts.list, () => (shop.list instanceof Response ? shop.list.clone() : { data: shop.list })],
    [
      alerts.changeDuty,
      ({ params, body }) => {
        shop.duties = shop.duties.map((each) =>
          each.person.id === params['personId'] ? Object.assign({}, each, body) : each,
        )
        return { data: shop.duties.find(({ person }) => person.id === params['personId']) }
      },
    ],
    [
      alerts.changeLadder,
      ({ body }) => {
        shop.ladder = Object.assign({}, shop.ladder, body)
        return ladder()
      },
    ],
    [
      alerts.rehearse,
      () => {
        shop.ladder = { ...shop.ladder, is_rehearsing: true }
        return ladder()
      },
    ],
    [
      alerts.confirmRehearsal,
      () => {
        shop.ladder = { ...shop.ladder, is_rehearsing: false }
        return ladder()
      },
    ],
  ])
  await page.user.click(await screen.findByRole('link', { name: 'Alerts' }))
  return page
}

const person = (name: string) => screen.findByRole('listitem', { name })
const part = (name: string) => screen.findByRole('region', { name })

test('shows who is told, when not, and on which phones, and changes who is on duty', async () => {
  const shop = usual()
  const { user } = await open(shop)
  expect(await person('Sara')).toHaveTextContent(/Sara’s Pixel · last alert .*Quiet from 22:00 to 08:00/)
  const omar = await person('Omar')
  expect(omar).toHaveTextContent('No phone')
  const onDuty = within(omar).getByRole('switch', { name: 'On duty' })
  expect(onDuty).not.toBeChecked()
  await user.click(onDuty)
  await user.click(within(omar).getByRole('switch', { name: 'Owner' }))
  await waitFor(() => expect(shop.duties[1]).toMatchObject({ is_on_duty: true, is_owner: true }))
  expect(onDuty).toBeChecked()
})

test('says that nobody gets alerts while there is no phone', async () => {
  await open({ ...usual(), duties: [duty('1', 'Sara')] })
  expect(await screen.findByText(/^Nobody gets alerts yet/)).toBeVisible()
})

test('shows whom each step of the ladder tells, and changes from which one', async () => {
  const shop = usual()
  const { user } = await open(shop)
  const ladder = await part('When an order is not answered')
  const steps = () =>
    within(ladder)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(steps()).toEqual([
    'Step 1 after 1:09 (23% of the time to answer)Phones on duty',
    'Step 2 after 2:30 (50% of the time to answer)Phones on duty, Call service',
    'Step 3 after 4:00 (80% of the time to answer)Phones on duty, Call service, Owner’s phone',
  ])
  expect(ladder).toHaveTextContent('The call service is at hooks.example. Its messages are signed.')
  expect(ladder).toHaveTextContent('No owner with a phone yet')
  await user.selectOptions(within(ladder).getByRole('combobox', { name: 'Alert the owner from' }), 'Step 2')
  await waitFor(() => expect(shop.ladder).toMatchObject({ call_from: 2, owner_from: 2 }))
  expect(steps()[1]).toMatch(/Phones on duty, Call service, Owner’s phone$/)
})

test('says how calls are set up while there is no address', async () => {
  const shop = usual()
  await open({ ...shop, ladder: { ...shop.ladder, calls: [] } })
  const ladder = await part('When an order is not answered')
  expect(ladder).toHaveTextContent(/No call service yet: .* ALERT_URL/)
  expect(within(ladder).queryByRole('combobox', { name: 'Alert the call service from' })).toBeNull()
})

test('says what to do first where there is nobody to alert, instead of testing', async () => {
  const shop = usual()
  const { user } = await open({ ...shop, duties: [duty('1', 'Sara')], ladder: { ...shop.ladder, calls: [] } })
  await user.click(await screen.findByRole('button', { name: 'Test all alerts' }))
  const dialog = await screen.findByRole('dialog', { name: 'Test all alerts' })
  expect(dialog).toHaveTextContent('There is nobody to alert yet.')
  expect(within(dialog).queryByRole('button', { name: 'Alert everyone' })).toBeNull()
})

test('rehearses after a confirmation, shows each step, and ends by “I got it”', async () => {
  const shop = usual()
  const { user } = await open(shop)
  await user.click(await screen.findByRole('button', { name: 'Test all alerts' }))
  const dialog = await screen.findByRole('dialog', { name: 'Test all alerts' })
  await user.click(within(dialog).getByRole('button', { name: 'Alert everyone' }))
  const rehearsal = await part('Test')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Test all alerts' })).toBeNull()
  const told = [{ to: 'phone', name: 'Sara', outcome: 'delivered', at }] as const
  shop.list = [alert('a1', { kind: 'test', order_id: null, number: null, is_rehearsal: true, told: [...told] })]
  await vi.advanceTimersByTimeAsync(2000)
  await waitFor(() => expect(rehearsal).toHaveTextContent('Step 1Phones on duty: Sara · delivered'))
  await user.click(within(rehearsal).getByRole('button', { name: 'I got it' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Test' })).toBeNull())
})

test('lists the last alerts: who was told of what, and how it ended', async () => {
  const by = { person: 'Omar', tablet: 'Counter' }
  await open({
    ...usual(),
    list: [
      alert('a3', { step: 2, told: [{ to: 'call', name: 'hooks.example', outcome: 'failed', at }] }),
      alert('a2', { ended: { at, how: 'accept', by } }),
      alert('a0', { ended: { at, how: 'accept', by: { person: 'Automatic acceptance', tablet: '', rule: 'now' } } }),
      alert('a1', { kind: 'silence', order_id: null, number: null, step: null, ended: { at, how: 'over', by: null } }),
    ],
  })
  const list = within(await part('Latest alerts'))
  const rows = list.getAllByRole('listitem').filter(({ parentElement }) => parentElement?.closest('li') === null)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/A-845Not answered · Step 2Still openCall service: hooks.example · not delivered$/),
    expect.stringMatching(/A-845Not answered · Step 1Accepted by OmarNobody could be reached\.$/),
    expect.stringMatching(/A-845Not answered · Step 1Accepted · Automatic acceptanceNobody could be reached\.$/),
    expect.stringMatching(/No ordersEndedNobody could be reached\.$/),
  ])
  expect(list.getAllByRole('link')[0]).toHaveAttribute('href', '/orders/70001')
})

test('shows somebody else only who is on duty, and lets them end a rehearsal', async () => {
  const shop = usual()
  shop.ladder.is_rehearsing = true
  shop.list = refusal(403, 'manager_required')
  const { user } = await open(shop, 'Omar')
  const who = await part('Who is alerted')
  expect(who).toHaveTextContent('SaraOn dutyOmarOff duty')
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Test all alerts' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'I got it' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'I got it' })).toBeNull())
})

test('asks for a sign-in first', async () => {
  await open(usual(), 'nobody')
  expect(await screen.findByText('Sign in to see the alerts.')).toBeVisible()
})
