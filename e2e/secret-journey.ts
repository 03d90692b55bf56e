import type { BrowserContext } from '@playwright/test'
import type { Place } from './canary.ts'
import { expect } from './fixture.ts'
import type { RunningShop } from './shop-process.ts'

// The parts of a day that a desk spends with printers, programs, other desks and addresses outside.

/** Another desk, and the key with which it is read. */
export const otherDesk = { url: 'http://127.0.0.1:9', key: 'vd_e2e_key-of-another-desk-5d0c9b' }

/** Adds a printer that asks. @returns the address that is shown once. */
export async function addPrinter({ desk }: RunningShop, context: BrowserContext): Promise<string> {
  const printer = { name: 'Kitchen', kind: 'epson', prints: [{ what: 'full', on: 'accept', copies: 1 }] }
  const added = await context.request.post(`${desk.url}/api/desk/printers`, {
    headers: { Origin: desk.url },
    data: printer,
  })
  const { data } = (await added.json()) as { data: { poll_url: string } } // As in the contract.
  return data.poll_url
}

/** Adds the key of another desk, which nobody answers. */
export async function addShopKey({ desk }: RunningShop, { request }: BrowserContext): Promise<void> {
  const headers = { Origin: desk.url }
  const saved = await request.put(`${desk.url}/api/desk/shop-keys`, { headers, data: otherDesk })
  expect(saved.status()).toBe(200)
  const lines = async () => (await request.get(`${desk.url}/api/desk/shops`)).text()
  await expect.poll(lines).toContain('no_contact')
}

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

/** Tells the address of ALERT_URL, which nobody answers. */
export async function rehearseAlerts({ desk }: RunningShop, { request }: BrowserContext): Promise<void> {
  const headers = { Origin: desk.url }
  const begun = await request.post(`${desk.url}/api/desk/ladder/rehearsal`, { headers, data: {} })
  expect(begun.status()).toBe(200)
  await expect.poll(desk.output).toContain('ALERT_URL cannot be reached')
  await request.get(`${desk.url}/api/desk/alerts`)
}

/** Lets the printer fetch a ticket. */
export async function fetchTicket(pollUrl: string): Promise<Place> {
  const answer = await fetch(pollUrl, { method: 'POST', body: new URLSearchParams({ ConnectionType: 'GetRequest' }) })
  const content = await answer.text()
  expect(content).toContain('<image')
  return { name: 'ticket', content }
}
