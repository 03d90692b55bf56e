import type { BrowserContext } from '@playwright/test'
import type { Place } from './canary.ts'
import { expect } from './fixture.ts'
import type { RunningShop } from './shop-process.ts'

/** Makes a key for a program, which answers an order and makes mistakes. @returns the key and its answers. */
export async function useApiKey({ desk, vendor }: RunningShop, { request }: BrowserContext) {
  const added = await request.post(`${desk.url}/api/desk/api-keys`, {
    headers: { Origin: desk.url },
    data: { name: 'Till', scopes: ['orders:read', 'orders:answer'] },
  })
  const { data } = (await added.json()) as { data: { key: string } } // As in the contract.
  const { id } = vendor.placeOrder()
  const ask = async (path: string, init: RequestInit = {}, key = data.key): Promise<Place> => {
    const headers = { ...init.headers, Authorization: `Bearer ${key}` }
    const answer = await fetch(desk.url + path, { ...init, headers })
    return { name: `answer to ${path}`, content: JSON.stringify([...answer.headers]) + (await answer.text()) }
  }
  const press = { method: 'POST', headers: { 'Idempotency-Key': crypto.randomUUID() } }
  const opening = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ order_id: id }),
  }
  const answers = [
    await ask('/api/desk/orders', opening),
    await ask(`/api/developer/v1/orders/${id}/accept`, press),
    await ask(`/api/desk/orders/${id}`),
    await ask('/api/desk/log'),
    await ask('/api/desk/orders', {}, `${data.key}x`),
    await ask(`/api/desk/orders?q=${data.key}`),
  ]
  expect(String(answers[1]?.content)).toContain('"preparing"')
  return { key: data.key, answers }
}
