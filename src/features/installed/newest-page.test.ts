import { expect, test } from 'vitest'
import { newestPage } from './newest-page.ts'

const pageOf = (entry: string) => `<!doctype html><script type="module" crossorigin src="${entry}"></script>`
const asked = (answer: () => Promise<Response>) => newestPage(answer, '/assets/index-a.js')

test('the desk has this page, or a newer one, by the name of its first script', async () => {
  expect(await asked(async () => new Response(pageOf('/assets/index-a.js')))).toEqual({ is: 'this' })
  const newer = { is: 'newer', entry: '/assets/index-b.js' }
  expect(await asked(async () => new Response(pageOf('/assets/index-b.js')))).toEqual(newer)
})

test('what is no page of the desk’s tells nothing', async () => {
  for (const answer of [
    async () => new Response('<h1>Sign in to the Wi-Fi</h1>'),
    async () => new Response(pageOf('/assets/index-b.js'), { status: 502 }),
    () => Promise.reject(new TypeError('no network')),
  ])
    expect(await asked(answer)).toEqual({ is: 'unknown' })
})
