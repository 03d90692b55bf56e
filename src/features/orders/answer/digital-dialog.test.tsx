import { loadMessages, loadRest } from '#words/catalogs.ts'
import { Words } from '#words/words.tsx'
import { createQueryClient } from '#client/query-client.ts'
import type { OrderView } from '#client/order.ts'
import type { ItemMatch } from '#contract/desk/inbox.ts'
import type { AcceptBody } from '#contract/vendor/order-endpoints.ts'
import { isOrderId } from '#contract/vendor/order-id.ts'
import { readOrder } from '#contract/vendor/order.ts'
import { rowOf } from '#testing/row-of.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { DigitalDialog } from './digital-dialog.tsx'

const id = '7'
const line = (itemId: string, name: string) => ({ id: itemId, quantity: 1, product: { name } })
const order = { id, items: [line('1', 'Gift card'), line('2', 'Milk')] }

/** The order, with what the catalog has said so far. */
function viewWith(matches: readonly ItemMatch[]): OrderView {
  const read = isOrderId(id) ? readOrder(id, order) : undefined
  if (!read) throw new Error('Not an order.')
  const row = { ...rowOf(id), is_on_board: true, version: 1, timeline: [], matches: [...matches], codes_pending: false }
  return { order: read, lane: 'answer', row }
}

test('what the catalog says of the lines while codes are typed changes nothing of the form', async () => {
  const messages = await loadMessages('en')
  await loadRest()
  const queries = createQueryClient()
  const user = userEvent.setup()
  const onSend = vi.fn<(body: AcceptBody) => void>()
  const dialog = (matches: readonly ItemMatch[]) => (
    <QueryClientProvider client={queries}>
      <Words language="en" messages={messages}>
        <DigitalDialog view={viewWith(matches)} state={{ step: 'idle' }} onClose={() => undefined} onSend={onSend} />
      </Words>
    </QueryClientProvider>
  )
  const { rerender } = render(dialog([]))
  const [secret, serial] = [screen.getAllByLabelText('Secret code')[0], screen.getAllByLabelText('Serial number')[0]]
  if (!secret || !serial) throw new Error('No fields.')
  await user.type(secret, 'C-1')
  await user.type(serial, 'S-1')
  rerender(dialog([{ line: '2', by: 'id', item: { is_virtual: false } }]))
  await user.click(screen.getByRole('checkbox', { name: /Milk/ }))
  await user.click(screen.getByRole('button', { name: 'Accept order' }))
  expect(onSend.mock.calls).toEqual([[{ items: [{ order_item_id: '1', secret_code: 'C-1', serial_number: 'S-1' }] }]])
})
