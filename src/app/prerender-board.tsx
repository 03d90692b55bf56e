import { boardQuery } from '#client/board.ts'
import { DeskRouter } from '#client/navigation.tsx'
import { sessionQuery } from '#client/session.ts'
import { serverClock } from '#client/wire/server-clock.ts'
import type { PrerenderBoard } from '#contract/desk/prerender.ts'
import { BoardScreen } from '#features/orders/board/board-screen.tsx'
import { usedLanes } from '#features/orders/board/used-lanes.ts'
import { paths } from '#paths.ts'
import { loadMessages } from '#words/catalogs.ts'
import { chooseDigits } from '#words/digits.ts'
import { chooseLanguage, directionOf } from '#words/language.ts'
import { Words } from '#words/words.tsx'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { Shell } from './shell.tsx'

// Built by itself (`build/prerender.ts`), and run by the desk (`proxy/node/doors/board-page.ts`).

const nothing = () => undefined
/** Nobody goes anywhere on a server. */
const bar = { read: () => paths.orders, href: (address: string) => address, write: nothing, watch: () => nothing }

/** What the page itself keeps while it is open is put back here: the next board is another tablet's. */
export const prerenderBoard: PrerenderBoard = async ({ session, board, wishes, digits }) => {
  const language = chooseLanguage(wishes)
  const messages = await loadMessages(language)
  const queries = new QueryClient()
  queries.setQueryData(sessionQuery().queryKey, session)
  queries.setQueryData(boardQuery().queryKey, board)
  chooseDigits(digits === 'arab' ? 'arab' : 'latn')
  usedLanes.clear()
  // Nobody watches the clock here, so it stands until it is looked at.
  serverClock.watch(nothing)()
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Words language={language} messages={messages}>
        <DeskRouter bar={bar}>
          <Shell isOrder={false}>
            <BoardScreen />
          </Shell>
        </DeskRouter>
      </Words>
    </QueryClientProvider>,
  )
  return { html: html.replace(/^<title>.*?<\/title>/, ''), language, direction: directionOf(language) }
}
