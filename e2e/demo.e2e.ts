import { createAdaptorServer } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { goThroughDrill } from './drill.ts'
import { expect, seriousViolations, test as base } from './fixture.ts'

const folder = fileURLToPath(new URL('../dist-demo/', import.meta.url))

/** The demo as a static host has it: under a path of its own, without a server behind it. */
const test = base.extend<{ demo: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parts that a fixture needs from its pattern
  demo: async ({}, use) => {
    const app = new Hono()
    app.use('/some/shop/*', serveStatic({ root: folder, rewriteRequestPath: (path) => path.replace('/some/shop', '') }))
    const server = createAdaptorServer({ fetch: app.fetch })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/some/shop/`)
    await new Promise((resolve) => {
      server.close(resolve)
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
  },
})

test('the demo needs no server: an order is placed and accepted inside the page', async ({ demo, page }) => {
  await page.goto(demo)
  await expect(page.getByText('Demo. Nothing here is real')).toBeVisible()
  await page.getByText('Controls').click()
  await page.getByRole('button', { name: 'Place an order' }).click()
  await page.getByRole('button', { name: 'Accept order' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toContainText('Being prepared')
  expect(page.url()).toContain('/some/shop/#/orders/')
  expect(await seriousViolations(page)).toEqual([])
  await page.reload()
  await expect(page.getByText('Demo. Nothing here is real')).toBeVisible()
})

test('with the line cut, an accept is not claimed, and settles when the line is back', async ({ demo, page }) => {
  await page.goto(demo)
  await page.getByText('Controls').click()
  await page.getByRole('button', { name: 'Place an order' }).click()
  await expect(page.getByRole('button', { name: 'Accept order' })).toBeEnabled()
  await page.getByRole('combobox', { name: 'Line to the vendor service' }).selectOption('cut')
  await page.getByRole('button', { name: 'Accept order' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'slow' })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Line to the vendor service' }).selectOption('working')
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toBeVisible({ timeout: 40_000 })
})

test('the drill: a shift with all that goes wrong, gone through inside the page', async ({ demo, page }) => {
  test.setTimeout(240_000)
  await page.goto(demo)
  await goThroughDrill(page)
  expect(await seriousViolations(page)).toEqual([])
})
