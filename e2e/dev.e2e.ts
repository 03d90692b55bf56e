import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from '#testing/free-port.ts'
import { expect, test as base } from './fixture.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const test = base.extend<{ devUrl: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parts that a fixture needs from its pattern
  devUrl: async ({}, use) => {
    const port = await freePort()
    const env = { ...process.env, HOST: '127.0.0.1', PORT: String(port) }
    const child = spawn(process.execPath, ['src/build/serve-dev.ts'], { cwd: root, env, stdio: 'ignore' })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await use(`http://localhost:${port}`)
    child.kill('SIGTERM')
    await ended
  },
})

test('keeps the content policy in development, as far as Vite allows', { tag: '@long' }, async ({ devUrl, page }) => {
  test.setTimeout(120_000)
  // The first start bundles the libraries, and may reload the page once.
  await expect(async () => {
    await page.goto(devUrl)
    await expect(page.getByRole('button', { name: 'Practice store' })).toBeVisible()
  }).toPass({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Turn on sound' }).click()
  await expect.poll(() => page.workers().length).toBe(1)
  const answer = await page.request.get(devUrl, { headers: { Origin: 'http://localhost:1' } })
  expect(answer.headers()).toMatchObject({ 'x-content-type-options': 'nosniff' })
  expect(answer.headers()['access-control-allow-origin']).toBeUndefined()
  const policy = answer.headers()['content-security-policy']
  expect(policy).toContain("default-src 'none'")
  // The practice store shows itself in frames.
  expect(policy).toContain("frame-ancestors 'self'")
})
