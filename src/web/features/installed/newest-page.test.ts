import { expect, test } from 'vitest'
import { nameOfPage, newestPage } from './newest-page.ts'

const pageOf = (entry: string, styles = 'assets/index-s.css') =>
  `<!doctype html><script type="module" crossorigin src="${entry}"></script><style data-name="${styles}">b{}</style>`
const asked = (answer: () => Promise<Response>) => newestPage(answer, nameOfPage(pageOf('/assets/index-a.js')) ?? '')

test('the desk has this page, or a newer one, by the names of its first script and its stylesheet', async () => {
  expect(await asked(async () => new Response(pageOf('/assets/index-a.js')))).toEqual({ is: 'this' })
  for (const page of [pageOf('/assets/index-b.js'), pageOf('/assets/index-a.js', 'assets/index-t.css')])
    expect(await asked(async () => new Response(page))).toEqual({ is: 'newer', name: nameOfPage(page) })
})

test('what is no page of the desk’s tells nothing', async () => {
  for (const answer of [
    async () => new Response('<h1>Sign in to the Wi-Fi</h1>'),
    async () => new Response(pageOf('/assets/index-b.js'), { status: 502 }),
    () => Promise.reject(new TypeError('no network')),
  ])
    expect(await asked(answer)).toEqual({ is: 'unknown' })
})
