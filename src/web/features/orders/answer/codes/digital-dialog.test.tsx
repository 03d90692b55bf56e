import { loadCatalog } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { createQueryClient } from '#web/api/http/query-client.ts'
import type { OrderView } from '#web/api/order.ts'
import type { ItemMatch } from '#contract/desk/inbox.ts'
import type { AcceptBody } from '#contract/vendor/order-endpoints.ts'
import { isOrderId } from '#contract/vendor/item-id.ts'
import { readOrder } from '#contract/vendor/order.ts'
import { openPage } from '#testing/open-page.tsx'
import { rowOf } from '#testing/row-of.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { DigitalDialog } from './digital-dialog.tsx'
import type { AnswerState } from '#web/features/orders/answer/use-answer.ts'

const id = '7'
const line = (itemId: string, name: string) => ({ id: itemId, quantity: 1, product: { name } })
const giftAndMilk = [line('1', 'Gift card'), line('2', 'Milk')]

/** The order with the catalog's current matches. */
function viewWith(matches: readonly ItemMatch[], items: readonly unknown[]): OrderView {
  const read = isOrderId(id) ? readOrder(id, { id, items }) : undefined
  if (!read) throw new Error('Not an order.')
  const row = { ...rowOf(id), is_on_board: true, version: 1, timeline: [], matches: [...matches], codes_pending: false }
  return { order: read, lane: 'answer', row, matches: row.matches, catalogState: 'whole' }
}

async function openDialog(
  matches: readonly ItemMatch[] = [],
  state: AnswerState = { step: 'idle' },
  items: readonly unknown[] = giftAndMilk,
) {
  const { messages } = await loadCatalog('en')
  const queries = createQueryClient()
  const onSend = vi.fn<(body: AcceptBody) => void>()
  const onClose = vi.fn<() => void>()
  const dialog = (known: readonly ItemMatch[]) => (
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <Translations language="en" messages={messages}>
          <DigitalDialog
            view={viewWith(known, items)}
            state={state}
            onClose={onClose}
            onSend={onSend}
            onSignedIn={vi.fn<() => void>()}
          />
        </Translations>
      </QueryClientProvider>
    </MemoryRouter>
  )
  const { rerender } = render(dialog(matches))
  const [secret, serial] = [screen.getAllByLabelText('Secret code')[0], screen.getAllByLabelText('Serial number')[0]]
  if (!secret || !serial) throw new Error('No fields.')
  const learn = (known: readonly ItemMatch[]) => rerender(dialog(known))
  return { user: userEvent.setup(), secret, serial, onSend, onClose, learn }
}

test('keeps the form when the catalog changes while codes are typed', async () => {
  const { user, secret, serial, onSend, learn } = await openDialog()
  await user.type(secret, 'C-1')
  await user.type(serial, 'S-1')
  learn([{ line: '2', by: 'id', item: { is_virtual: false } }])
  await user.click(screen.getByRole('checkbox', { name: /Milk/ }))
  await user.click(screen.getByRole('button', { name: 'Accept order' }))
  expect(onSend.mock.calls).toEqual([[{ items: [{ order_item_id: '1', secret_code: 'C-1', serial_number: 'S-1' }] }]])
})

const milkIsPhysical = [{ line: '2', by: 'id', item: { is_virtual: false } }] as const

test('asks for no codes of a physical line and confirms those entered', async () => {
  const { user, onSend } = await openDialog(milkIsPhysical)
  const milk = screen.getByRole('checkbox', { name: /Milk/ })
  expect(screen.getByRole('checkbox', { name: /Gift card/ })).toBeChecked()
  expect(milk).not.toBeChecked()
  await user.click(milk)
  // One code for both needs a confirmation, too.
  for (const field of screen.getAllByLabelText('Secret code')) await user.type(field, 'C-1')
  for (const field of screen.getAllByLabelText('Serial number')) await user.type(field, 'S-1')
  const send = screen.getByRole('button', { name: 'Accept order' })
  await user.click(send)
  expect(screen.getByRole('alert')).toHaveTextContent('According to the catalog, some of these items have no codes.')
  await user.click(send)
  expect(screen.getByRole('alert')).toHaveTextContent('The same code appears twice.')
  expect(onSend).not.toHaveBeenCalled()
  await user.click(send)
  const codes = ['1', '2'].map((order_item_id) => ({ order_item_id, secret_code: 'C-1', serial_number: 'S-1' }))
  expect(onSend.mock.calls).toEqual([[{ items: codes }]])
})

test('asks for codes of every line and confirms them if the catalog calls all physical', async () => {
  const { user, secret, serial, onSend } = await openDialog(milkIsPhysical, { step: 'idle' }, [line('2', 'Milk')])
  await user.type(secret, 'C-1')
  await user.type(serial, 'S-1')
  await user.click(screen.getByRole('button', { name: 'Accept order' }))
  expect(screen.getByRole('alert')).toHaveTextContent('According to the catalog, some of these items have no codes.')
  expect(onSend).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Accept order' }))
  expect(onSend).toHaveBeenCalledOnce()
})

test('sends the codes of two lines with the same id', async () => {
  const { user, onSend } = await openDialog([], { step: 'idle' }, [line('1', 'Gift card'), line('1', 'Game card')])
  for (const [place, field] of screen.getAllByLabelText('Secret code').entries()) await user.type(field, `C-${place}`)
  for (const [place, field] of screen.getAllByLabelText('Serial number').entries()) await user.type(field, `S-${place}`)
  await user.click(screen.getByRole('button', { name: 'Accept order' }))
  const codes = [0, 1].map((place) => ({ order_item_id: '1', secret_code: `C-${place}`, serial_number: `S-${place}` }))
  expect(onSend.mock.calls).toEqual([[{ items: codes }]])
})

test('marks wrong fields and focuses the first one', async () => {
  const { user, secret, serial, onSend } = await openDialog()
  await user.click(screen.getByRole('checkbox', { name: /Milk/ }))
  await user.type(secret, 'C-1')
  await user.click(screen.getByRole('button', { name: 'Accept order' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Fill in both fields of every unit.')
  expect(serial).toBeInvalid()
  expect(secret).toBeValid()
  expect(serial).toHaveFocus()
  await user.keyboard('S-1')
  expect(serial).toBeValid()
  expect(onSend).not.toHaveBeenCalled()
})

test('confirms before typed codes are lost', async () => {
  const { user, secret, onClose } = await openDialog()
  await user.type(secret, 'C-1')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole('alert')).toHaveTextContent('These codes have not been sent.')
  await user.type(secret, '2')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test.each(['sending', 'checking', 'deskAway'] as const)('does not call codes unsent in state %s', async (step) => {
  const { user, secret, onClose } = await openDialog([], { step, action: 'accept' })
  await user.type(secret, 'C-1')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByText(/have not been sent/)).toBeNull()
  expect(onClose).toHaveBeenCalledOnce()
})

test('closes an empty form at once', async () => {
  const { user, onClose } = await openDialog()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('never calls codes with an unknown outcome unsent', async () => {
  const { user, vendor } = await openPage({
    at(simulator) {
      const order = simulator.placeOrder('digital')
      order.lines = order.lines.slice(0, 1).map((line) => ({ ...line, quantity: 1 }))
      return `/orders/${order.id}`
    },
  })
  await user.click(await screen.findByRole('switch', { name: 'Digital codes' }))
  await user.click(screen.getByRole('button', { name: 'Accept order' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept digital order' }))
  await user.type(dialog.getByRole('textbox', { name: 'Secret code' }), 'S-1')
  await user.type(dialog.getByRole('textbox', { name: 'Serial number' }), 'N-1')
  // The codes arrive, their answer is lost, and the order stays unreadable for a long time.
  vendor.faults.add({ kind: 'drop-late', on: 'acceptOrder' })
  vendor.faults.add({ kind: 'error', on: 'getOrder', times: Infinity })
  await user.click(dialog.getByRole('button', { name: 'Accept order' }))
  await vi.advanceTimersByTimeAsync(6 * 60_000)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(dialog.queryByText(/have not been sent/)).toBeNull()
})
