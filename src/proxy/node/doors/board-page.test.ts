import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { inbox } from '#contract/desk/inbox.ts'
import { getSession } from '#contract/desk/session.ts'
import { createPages } from './pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'board-page-'))
afterAll(() => rmSync(folder, { recursive: true }))

const late = '<div class="late"><p>It has not started.</p></div>'
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><html lang="en"><head><title>Desk</title></head><body><div id="root"><div class="frame">${late}</div></div></body></html>`,
)
mkdirSync(join(folder, 'prerender'))
// Says what it was given, and makes a mistake on request.
writeFileSync(
  join(folder, 'prerender', 'board.js'),
  `export async function prerenderBoard({ board, wishes, digits }) {
    if (board.mistake) throw new Error('A mistake of ours.')
    return { html: \`<p>\${wishes.join(' ')} \${digits} \${board.data.length}</p>\`, language: 'ar', direction: 'rtl' }
  }`,
)

const failed = vi.fn<(error: unknown) => void>()
const opened = { 'Sec-Fetch-Mode': 'navigate', Cookie: 'device=1', 'Accept-Language': 'ar-IQ, en' }
const session = { device: { id: 'D1', name: 'Counter' } }
const board = { data: [{}, {}], meta: { alarms: [] } }

interface Opening {
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly answers?: Readonly<Record<string, () => Response | Promise<Response>>>
}

/** Opens the page, as a browser does that the desk answers so. */
async function open({ path = '/', method = 'GET', headers = opened, answers = {} }: Opening = {}) {
  const pages = await createPages(folder, failed)
  const known: NonNullable<Opening['answers']> = {
    [getSession.path]: () => Response.json(session),
    [inbox.list.path]: () => Response.json(board),
    ...answers,
  }
  const ask = async (asked: string) => known[asked]?.() ?? Response.json({}, { status: 404 })
  const answer = await pages(new Request(`http://desk.test${path}`, { method, headers }), ask)
  return { answer, text: await answer.text() }
}

test('a tablet that was let in finds its board in the page, and what is said where the page does not start', async () => {
  const { answer, text } = await open()
  expect(text).toBe(
    `<!doctype html><html lang="ar" dir="rtl" data-writing="ar.latn"><head><title>Desk</title></head><body><div id="root"><div class="drawn"><p>ar-IQ en latn 2</p></div>${late}</div></body></html>`,
  )
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('Content-Security-Policy')).toContain("script-src 'self'")
})

test('nobody keeps a page with a board in it', async () => {
  expect((await open()).answer.headers.get('Cache-Control')).toBe('no-store')
})

test('it is drawn as this tablet writes, whatever its browser asks for', async () => {
  const { text } = await open({ headers: { ...opened, Cookie: 'device=1; writing=fr.arab' } })
  expect(text).toContain('<p>fr ar-IQ en arab 2</p>')
})

test('a cookie that the desk renews as it is asked goes to the browser, whatever is drawn', async () => {
  const renewing = (data: object) => () => Response.json(data, { headers: { 'Set-Cookie': 'device=2; HttpOnly' } })
  const { answer } = await open({ answers: { [getSession.path]: renewing(session) } })
  expect(answer.headers.getSetCookie()).toEqual(['device=2; HttpOnly'])
  const withAlarm = { ...board, meta: { alarms: [{ code: 'disk_full' }] } }
  const plain = await open({ answers: { [inbox.list.path]: renewing(withAlarm) } })
  expect(plain.text).toContain('class="frame"')
  expect(plain.answer.headers.getSetCookie()).toEqual(['device=2; HttpOnly'])
})

test('nobody is let in by it: who is refused the board is not asked who they are', async () => {
  const whoIsThis = vi.fn<() => Response>(() => Response.json(session))
  await open({ answers: { [inbox.list.path]: () => Response.json({}, { status: 401 }), [getSession.path]: whoIsThis } })
  expect(whoIsThis).not.toHaveBeenCalled()
})

test('digits that nobody writes are none', async () => {
  const { text } = await open({ headers: { ...opened, Cookie: 'device=1; writing=fr.x' } })
  expect(text).toContain('<p>ar-IQ en latn 2</p>')
})

const plain: readonly (readonly [what: string, Opening])[] = [
  ['another screen', { path: '/closed' }],
  ['a script that asks for it', { headers: { ...opened, 'Sec-Fetch-Mode': 'cors' } }],
  ['a script of a browser that does not say so', { headers: { Cookie: 'device=1', Accept: '*/*' } }],
  ['a browser without a cookie', { headers: { 'Sec-Fetch-Mode': 'navigate' } }],
  ['a tablet that nobody let in', { answers: { [getSession.path]: () => Response.json({ device: null }) } }],
  ['a board that is refused', { answers: { [inbox.list.path]: () => Response.json({}, { status: 503 }) } }],
  [
    'a board with an alarm',
    { answers: { [inbox.list.path]: () => Response.json({ ...board, meta: { alarms: [{ code: 'disk_full' }] } }) } },
  ],
  ['a store that stands still', { answers: { [inbox.list.path]: () => new Promise<never>(() => undefined) } }],
]

test.each(plain)('%s gets the plain page', async (_what, opening) => {
  const { answer, text } = await open(opening)
  expect(text).toContain('<div class="frame">')
  expect(answer.headers.get('Cache-Control')).toBe('no-cache')
})

test('a browser that says nothing of itself but that it wants a page gets its board', async () => {
  const { text } = await open({ headers: { Cookie: 'device=1', Accept: 'text/html,*/*' } })
  expect(text).toContain('class="drawn"')
})

test('a mistake of ours is told of, and the page comes without its board', async () => {
  const mistaken = () => Response.json({ ...board, mistake: true })
  const { text } = await open({ answers: { [inbox.list.path]: mistaken } })
  expect(text).toContain('<div class="frame">')
  expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('A mistake of ours.'))
})

test('what draws it is no file of the page', async () => {
  expect((await open({ path: '/prerender/board.js' })).answer.status).toBe(404)
})
