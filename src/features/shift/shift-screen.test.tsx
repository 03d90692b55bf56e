import { screen, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { openPage, type OpenPage } from '#testing/open-page.tsx'
import { chooseDigits } from '#words/digits.ts'

afterEach(() => localStorage.clear())

const secret = 'a-webhook-secret-of-this-test'

/** The service tells of a new order. */
async function order({ tell, vendor }: Pick<OpenPage, 'tell' | 'vendor'>) {
  const placed = vendor.placeOrder()
  await tell(placed.id)
  return placed
}

const answer = (ask: OpenPage['ask'], orderId: string, action: string, body?: object) =>
  ask(`/api/developer/v1/orders/${orderId}/${action}`, {
    method: 'POST',
    headers: { 'Idempotency-Key': crypto.randomUUID(), ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

/** The screen comes when it is first wanted, with all that it needs. */
const patience = { timeout: 10_000 }

const figure = async (name: string) => (await screen.findByText(name, { selector: 'dt' }, patience)).parentElement

test('the end of a shift tells what became of its orders, and how fast they were answered', async () => {
  const page = await openPage({ at: () => '/', webhookSecret: secret })
  const [one, two] = [await order(page), await order(page)]
  await vi.advanceTimersByTimeAsync(30_000)
  await answer(page.ask, one.id, 'accept')
  await vi.advanceTimersByTimeAsync(60_000)
  await answer(page.ask, two.id, 'reject', { cancel_reason_id: 3 })
  await page.user.click(await screen.findByRole('link', { name: 'Shift' }, patience))
  expect(await figure('Orders')).toHaveTextContent(/^Orders2/)
  expect(await figure('Accepted')).toHaveTextContent(/^Accepted1/)
  expect(await figure('Rejected')).toHaveTextContent(/^Rejected1/)
  expect(await figure('Usual time to answer')).toHaveTextContent(/1 min 0 s.*Median of 2 answered orders/)
  expect(await figure('Slowest answer')).toHaveTextContent(/1 min 3\d s/)
  expect(screen.getByRole('link', { name: two.printNumber })).toHaveAttribute('href', `/orders/${two.id}`)
  const reasons = screen.getByRole('table', { name: 'Rejections sent, by reason' })
  expect(within(reasons).getByRole('row', { name: 'Closing soon 1' })).toBeVisible()
})

test('where nothing was answered, the times are not known, and there is no chart of nothing', async () => {
  await openPage({ at: () => '/shift' })
  expect(await figure('Orders')).toHaveTextContent(/^Orders0/)
  expect(await figure('Usual time to answer')).toHaveTextContent('Not known')
  expect(await figure('Slowest answer')).toHaveTextContent('Not known')
  expect(screen.queryByText('When orders came, and what became of them')).not.toBeInTheDocument()
})

test('the chart is there in numbers too', async () => {
  const page = await openPage({ at: () => '/shift', webhookSecret: secret })
  const one = await order(page)
  await answer(page.ask, one.id, 'accept')
  await page.user.click(await screen.findByRole('radio', { name: 'Today' }, patience))
  await page.user.click(await screen.findByText('The chart in numbers', {}, patience))
  const table = screen.getByRole('table', { name: 'When orders came, and what became of them' })
  expect(within(table).getAllByRole('row')).toHaveLength(2)
  expect(within(table).getByRole('columnheader', { name: 'Accepted' })).toBeVisible()
})

test('the numbers are in the digits that this tablet chose', async () => {
  chooseDigits('arab')
  onTestFinished(() => chooseDigits('latn'))
  const page = await openPage({ at: () => '/shift', language: 'ar', webhookSecret: secret })
  const one = await order(page)
  await answer(page.ask, one.id, 'reject', { cancel_reason_id: 3 })
  await page.user.click(await screen.findByRole('radio', { name: 'اليوم' }, patience))
  await page.user.click(await screen.findByText('أرقام الرسم البياني', {}, patience))
  const [numbers, reasons] = screen.getAllByRole('table')
  expect(reasons).toHaveTextContent(/Closing soon١$/)
  expect(numbers).toHaveTextContent(/١$/)
})

test('the check tells what it knows, and asks what only a person can know', async () => {
  const { user } = await openPage({ at: () => '/shift', webhookSecret: secret })
  const point = (name: string) => screen.getByText(name).closest('li')
  expect(await screen.findByText('Sara may answer orders here.', {}, patience)).toBeVisible()
  expect(point('This tablet rings')).toHaveTextContent('Not working')
  expect(point('The ring is heard')).toHaveTextContent('You tell')
  await user.click(screen.getByRole('button', { name: 'I heard it' }))
  expect(point('The ring is heard')).toHaveTextContent('Good')
  await user.click(screen.getByRole('button', { name: 'No printer here' }))
  expect(point('The printer prints')).toHaveTextContent('Nothing is printed from this tablet.')
  expect(point('The clock is right')).toHaveTextContent('It agrees with the desk’s server.')
  expect(point('The service tells of orders')).toHaveTextContent('Nothing has come yet')
})

test('a check is kept on this tablet, and the shift begins with it', async () => {
  const { user } = await openPage({ at: () => '/shift' })
  await screen.findByText('Sara may answer orders here.', {}, patience)
  await user.click(screen.getByRole('button', { name: 'Begin the shift' }))
  expect(await screen.findByText(/^Checked .*points were open/)).toHaveTextContent('Sara')
  const kept: unknown = JSON.parse(localStorage.getItem('shift-check') ?? '')
  expect(kept).toMatchObject({ by: 'Sara', at: expect.stringMatching(/^2026-11-20T12:0/) as unknown })
})
