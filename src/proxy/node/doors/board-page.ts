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

interface BoardPageParts {
  /** Where the page is built. */
  readonly folder: string
  readonly policy: string
  /** Told of a mistake of ours. */
  readonly failed: (error: unknown) => void
}

/** What whoever opens the page gets: nothing, where it is not for them, or cannot be drawn now. */
interface OpenedPage {
  /** The page with its board in it. */
  readonly page?: Response
  /** What the desk gave its browser to keep meanwhile, as values of `Set-Cookie` headers. */
  readonly cookies: readonly string[]
}

export type BoardPage = (request: Request, ask: AskDesk) => Promise<OpenedPage | undefined>

/**
 * The page as it is opened at `/`, with the board already drawn into it: its orders can be read before any script is
 * there. It says what the desk would answer to the page at this moment, by the same addresses and behind the same gate.
 */
export async function createBoardPage({ folder, policy, failed }: BoardPageParts): Promise<BoardPage> {
  const parts = partsOf(await readFile(join(folder, 'index.html'), 'utf8'))
  const draw = parts && (await loadPrerender(folder, failed))
  if (!draw) return async () => undefined

  const drawn = async (request: Request, shown: Pick<BoardToDraw, 'board' | 'session'>) => {
    const writing = writingOf(request)
    const { html, language, direction } = await draw({ ...shown, ...writing })
    const root = `<html lang="${language}" dir="${direction}" data-writing="${language}.${writing.digits}"`
    return new Response(`${parts.head.replace('<html lang="en"', root)}${html}${parts.end}`, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy,
        // It is one tablet's, as of now, and no page that anybody keeps.
        'Cache-Control': 'no-store',
      },
    })
  }

  const open = async (request: Request, ask: AskDesk): Promise<OpenedPage> => {
    // The board first: it lets nobody in who was not.
    const board = await ask(inbox.list.path)
    if (board.status !== 200) return { cookies: [] }
    const session = await ask(getSession.path)
    const cookies = [board, session].flatMap(({ headers }) => headers.getSetCookie())
    try {
      // The contract's own words, by the desk that keeps it.
      const shown = { board: await board.json(), session: await session.json() } as Pick<
        BoardToDraw,
        'board' | 'session'
      >
      // What an alarm says is not there at first; so the page draws it by itself.
      const isWhole = session.status === 200 && shown.session.device && shown.board.meta.alarms.length === 0
      return isWhole ? { page: await drawn(request, shown), cookies } : { cookies }
    } catch (error) {
      failed(error)
      return { cookies }
    }
  }

  return async (request, ask) => {
    if (!isOpened(request)) return undefined
    const opened = await unlessLate(systemClock, patienceMs, () => open(request, ask))
    return opened === 'late' ? undefined : opened
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
async function loadPrerender(folder: string, failed: BoardPageParts['failed']): Promise<PrerenderBoard | undefined> {
  try {
    const built = (await import(pathToFileURL(join(folder, 'prerender', 'board.js')).href)) as {
      readonly prerenderBoard: PrerenderBoard
    }
    return built.prerenderBoard
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') failed(error)
    return undefined
  }
}

/** By somebody, and not asked for by a script, which keeps it, or only looks which one it is. */
function isOpened({ method, url, headers }: Request): boolean {
  const mode = headers.get('Sec-Fetch-Mode')
  const isNavigation = mode === null ? headers.get('Accept')?.includes('text/html') : mode === 'navigate'
  return method === 'GET' && new URL(url).pathname === '/' && isNavigation === true && headers.has('Cookie')
}

/** How this tablet writes: as its page last said (`shell/head-start.ts`), or as its browser asks. */
function writingOf({ headers }: Request): Pick<BoardToDraw, 'wishes' | 'digits'> {
  const [, kept, digits = 'latn'] = /(?:^|; )writing=(\w+)\.(latn|arab)(?:;|$)/.exec(headers.get('Cookie') ?? '') ?? []
  const asked = (headers.get('Accept-Language') ?? '').split(',').map((each) => each.trim())
  return { wishes: kept === undefined ? asked : [kept, ...asked], digits }
}
