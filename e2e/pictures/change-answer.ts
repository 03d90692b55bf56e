import type { Page } from '@playwright/test'

/** Changes the data in the answers of an address, from the next load of the page on. */
export const change = <Data>(page: Page, path: string, next: (data: Data) => unknown): Promise<void> =>
  changeAnswer<{ readonly data: Data }>(page, path, (body) => ({ ...body, data: next(body.data) }))

/** Changes the answers of an address, from the next load of the page on. */
export async function changeAnswer<Body>(page: Page, path: string, next: (body: Body) => unknown): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await route.fetch()
      await route.fulfill({ response, json: next((await response.json()) as Body) })
    },
  )
}
