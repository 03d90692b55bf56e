import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

test.each(['preparing', 'pending'])(
  'shows two lines with the same id after another one was removed, while the order is %s',
  async (key) => {
    const line = (id: string, name: string) => ({ id, quantity: 1, product: { id: name, name } })
    let isGone = false
    const { notify } = await openPage({
      at: () => '/orders/A1',
      isPolling: true,
      isLive: true,
      webhookSecret: 'a-webhook-secret-of-this-test',
      async fetch(request, vendor) {
        if (!request.url.endsWith('/orders/A1')) return vendor.fetch(request)
        const items = [...(isGone ? [] : [line('77', 'Salt')]), line('9', 'Oil'), line('9', 'Vinegar')]
        const state = { is_active: true, can_mark_as_ready: key === 'preparing', status: { key, title: 'As it is' } }
        return Response.json({ data: { id: 'A1', print_order_number: 'P-1', ...state, items } })
      },
    })
    await notify('A1')
    await vi.advanceTimersByTimeAsync(6000)
    const shown = (name: string) => screen.queryAllByText(name).length
    await waitFor(() => expect(['Salt', 'Oil', 'Vinegar'].map(shown)).toEqual([1, 1, 1]))
    isGone = true
    await vi.advanceTimersByTimeAsync(60_000)
    await waitFor(() => expect(['Salt', 'Oil', 'Vinegar'].map(shown)).toEqual([0, 1, 1]))
  },
)
