import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#testing/free-port.ts'
import { endWithUs } from './end-with-us.ts'
import { expect, test } from './fixture.ts'

const receiver = fileURLToPath(new URL('../deploy/till-by-webhook/receiver.js', import.meta.url))

test.use({ settings: { OUTBOUND_ALLOW: '127.0.0.1' } })

interface Message {
  readonly id: string
  readonly type: string
  readonly data: { readonly order_id?: string; readonly version?: number; readonly row?: { readonly lane: string } }
}

/** The receiver of the recipe, as a process. */
async function startTill(port: number, file: string, secret: string) {
  const env = { PATH: process.env['PATH'] ?? '', PORT: String(port), FILE: file, WEBHOOK_SECRET: secret }
  const child = endWithUs(spawn(process.execPath, [receiver], { env }))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return {
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', resolve)
        child.kill('SIGKILL')
      }),
  }
}

test('tells a till of each order once and in its order, though the till and the desk are killed', async ({
  shop,
  page,
}) => {
  test.setTimeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'till-'))
  const file = join(folder, 'received.jsonl')
  const messages = (): readonly Message[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Message) // As the receiver writes it.
      : []
  const typesOf = (orderId: string) => messages().flatMap(({ type, data }) => (data.order_id === orderId ? [type] : []))
  const port = await freePort()
  try {
    await shop.open('/webhooks')
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    const form = page.getByRole('dialog', { name: 'Add a webhook' })
    await form.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${port}/orders`)
    await form.getByRole('radio', { name: 'The whole order' }).check()
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    const shown = page.getByText(/^whsec_/)
    const secret = (await shown.textContent()) ?? ''
    await page.getByRole('button', { name: 'Done' }).click()

    let till = await startTill(port, file, secret)
    const first = shop.vendor.placeOrder()
    await expect.poll(() => typesOf(first.id)).toContain('order.received')
    expect(messages().find(({ data }) => data.order_id === first.id)?.data.row).toMatchObject({ lane: 'answer' })

    // The till is down, and the desk is killed before it can send what it stored.
    await till.kill()
    const second = shop.vendor.placeOrder()
    await shop.open(`/orders/${second.id}`)
    await page.getByRole('button', { name: 'Accept order' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toBeVisible()
    await shop.desk.kill()
    till = await startTill(port, file, secret)
    await shop.restart()
    await expect.poll(() => typesOf(second.id), { timeout: 60_000 }).toContain('order.answered')
    expect(typesOf(second.id)[0]).toBe('order.received')
    await till.kill()

    const ids = messages().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id } of [first, second]) {
      const versions = messages().flatMap(({ data }) => (data.order_id === id ? [data.version ?? 0] : []))
      expect(versions).toEqual(versions.toSorted((one, other) => one - other))
    }
    await shop.open('/webhooks')
    await expect(page.getByRole('listitem', { name: `127.0.0.1:${port}` })).toContainText('Active')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
