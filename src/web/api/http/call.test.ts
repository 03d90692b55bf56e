import { afterEach, expect, test, vi } from 'vitest'
import { inbox } from '#contract/desk/inbox.ts'
import { orderEndpoints } from '#contract/vendor/order-endpoints.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { ask, callDesk, throughDesk } from './call.ts'
import { connectionStatus, noteCallOutcome } from './connection-status.ts'

afterEach(() => void vi.unstubAllGlobals())

test('reports a vendor failure for an action with an unknown outcome', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ outcome: 'unknown', data: null }, { status: 202 }))
  noteCallOutcome(undefined, true)
  const reply = await ask(throughDesk(orderEndpoints.acceptOrder), { params: { orderId: '1' as OrderId } })
  expect([reply.status, connectionStatus.read().state]).toEqual([202, 'vendor'])
})

test('reads an answer that is nested too deeply for exact numbers', async () => {
  const deep = `${'['.repeat(6000)}${']'.repeat(6000)}`
  const text = `{"data":[],"deep":${deep},"receipt":"1234567890123456","meta":{"version":1,"server_time":"","alarms":[]}}`
  vi.stubGlobal('fetch', async () => new Response(text))
  expect((await callDesk(inbox.list)).meta.version).toBe(1)
})
