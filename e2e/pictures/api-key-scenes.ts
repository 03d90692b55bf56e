import type { Page } from '@playwright/test'
import { type ApiKey, apiKeys, type ApiScope } from '#contract/desk/api-keys.ts'
import { busy, press, type Scene } from './scene.ts'

const minuteMs = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString()

const key = (name: string, scopes: readonly ApiScope[], rest: Partial<ApiKey> = {}): ApiKey => ({
  id: 'k3vq8d1x0a',
  name,
  scopes: [...scopes],
  created_at: ago(9000),
  created_by: 'Sara',
  last_used_at: ago(2),
  ...rest,
})

const three: readonly ApiKey[] = [
  key('Till', ['orders:read', 'orders:answer', 'catalog:read', 'reports:read']),
  key('محاسبة الفرع الرئيسي', ['reports:read'], { created_by: null, last_used_at: ago(3000) }),
  key('Lamp', ['orders:read'], { created_by: 'عمر', last_used_at: null }),
]
const many = Array.from({ length: 8 }, () => three)
  .flat()
  .map((each, place) => ({ ...each, id: `${each.id.slice(0, -2)}${place + 10}`, name: `${each.name} ${place + 1}` }))

/** Gives the page keys. A new one is answered to whoever adds it. */
async function withKeys(page: Page, data: readonly ApiKey[]): Promise<void> {
  const made = { id: 'k3vq8d1x0a', key: `vd_k3vq8d1x0a_${'mT0pIuXnQyQ1mZlq7nDk3Jc8wS5vF2hB6aE9rG4tYxA'}` }
  await page.route(`**${apiKeys.list.path}`, (route) =>
    route.fulfill({ json: { data: route.request().method() === 'GET' ? data : made } }),
  )
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const keyScene = (name: string, data: readonly ApiKey[], act?: Scene['act']): Scene =>
  busy(name, '/api-keys', async (page, stage, messages) => {
    await withKeys(page, data)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await act?.(page, stage, messages)
  })

/** The keys of other programs. */
export const apiKeyScenes: readonly Scene[] = [
  keyScene('api-keys', three),
  keyScene('api-keys-none', []),
  keyScene('api-keys-many', many),
  keyScene('api-key-form', three, press('apiKeys.add')),
  keyScene('api-key-remove', three, async (page, _stage, messages) => {
    await page.getByText(messages['apiKeys.remove'], { exact: true }).first().click()
  }),
  keyScene('api-key-made', three, async (page, stage, messages) => {
    await press('apiKeys.add')(page, stage, messages)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Till')
    await dialog.getByRole('checkbox').first().check()
    await dialog.getByRole('button', { name: messages['apiKeys.make'] }).click()
    await page.getByText(messages['apiKeys.once']).waitFor()
  }),
]
