import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inbox } from '#contract/desk/inbox.ts'
import type { BoardToDraw, PrerenderBoard } from '#contract/desk/prerender.ts'
import { getSession } from '#contract/desk/session.ts'
import { systemClock } from '#contract/system-clock.ts'
import { unlessLate } from '#proxy/time-limit.ts'

/** What the desk itself answers, at this moment, to whoever sent a request, at another of its addresses. */
export type AskDesk = (path: string) => Promise<Response>

/** What a board takes that is longer than this, the page itself asks for: a store that stands still holds nobody up. */
const patienceMs = 250

export interface BoardPageParts {
  /** Where the page is built. */
  readonly folder: string
  readonly policy: string
}

/** @returns the page with its board in it, for a tablet that was let in and opens it; else nothing. */
export type BoardPage = (request: Request, ask: AskDesk) => Promise<Response | undefined>

/**
 * The page as it is opened at `/`, with the board already drawn into it: its orders can be read before any script is
 * there. It says what the desk would answer to the page at this moment, by the same addresses and behind the same gate.
 */
export async function createBoardPage({ folder, policy }: BoardPageParts): Promise<BoardPage> {
  const parts = partsOf(await readFile(join(folder, 'index.html'), 'utf8'))
  const draw = parts && (await loadPrerender(folder))
  if (!draw) return async () => undefined
  return async (request, ask) => {
    if (!isOpened(request)) return undefined
    const read = async () => (await Promise.all([getSession.path, inbox.list.path].map(ask))) as [Response, Response]
    const answers = await unlessLate(systemClock, patienceMs, read)
    if (answers === 'late') return undefined
    const board = await boardIn(answers)
    if (!board) return undefined
    const writing = writingOf(request)
    const { html, language, direction } = await draw({ ...board, ...writing })
    const page = `${parts.head.replace('<html lang="en"', `<html lang="${language}" dir="${direction}" data-writing="${language}.${writing.digits}"`)}${html}${parts.end}`
    const headers = new Headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      // It is one tablet's, as of now, and no page that anybody keeps.
      'Cache-Control': 'no-store',
    })
    for (const line of answers.flatMap((answer) => answer.headers.getSetCookie())) headers.append('Set-Cookie', line)
    return new Response(page, { headers })
  }
}

/** The page around its first screen; what is said where it does not start stays in it. */
function partsOf(page: string): { readonly head: string; readonly end: string } | undefined {
  const [, head, late, end] =
    /^([\s\S]*<div id="root">)[\s\S]*(<div class="late">[\s\S]*?<\/div>)[\s\S]*(<\/div>\s*<\/body>[\s\S]*)$/.exec(
      page,
    ) ?? []
  return head && late && end ? { head: `${head}<div class="drawn">`, end: `</div>${late}${end}` } : undefined
}

/** Nothing, in a page that was built without it. */
async function loadPrerender(folder: string): Promise<PrerenderBoard | undefined> {
  try {
    const built = (await import(pathToFileURL(join(folder, 'prerender', 'board.js')).href)) as {
      readonly prerenderBoard: PrerenderBoard
    }
    return built.prerenderBoard
  } catch {
    return undefined
  }
}

/** By somebody, and not asked for by a script, which keeps it, or only looks which one it is. */
function isOpened({ method, url, headers }: Request): boolean {
  const mode = headers.get('Sec-Fetch-Mode')
  const isNavigation = mode === null ? headers.get('Accept')?.includes('text/html') : mode === 'navigate'
  return method === 'GET' && new URL(url).pathname === '/' && isNavigation === true && headers.has('Cookie')
}

/** A board with an alarm, which comes with parts of the page that are not there at first, is the page's own to draw. */
async function boardIn(
  answers: readonly [Response, Response],
): Promise<Pick<BoardToDraw, 'session' | 'board'> | undefined> {
  if (answers.some(({ status }) => status !== 200)) return undefined
  // The contract's own words, by the desk that keeps it.
  const [session, board] = (await Promise.all(answers.map((answer) => answer.json()))) as [
    BoardToDraw['session'],
    BoardToDraw['board'],
  ]
  return session.device && board.meta.alarms.length === 0 ? { session, board } : undefined
}

/** How this tablet writes: as its page last said (`shell/head-start.ts`), or as its browser asks. */
function writingOf({ headers }: Request): Pick<BoardToDraw, 'wishes' | 'digits'> {
  const [, kept, digits = 'latn'] = /(?:^|; )writing=(\w+)\.(\w+)(?:;|$)/.exec(headers.get('Cookie') ?? '') ?? []
  const asked = (headers.get('Accept-Language') ?? '').split(',').map((each) => each.trim())
  return { wishes: kept === undefined ? asked : [kept, ...asked], digits }
}
