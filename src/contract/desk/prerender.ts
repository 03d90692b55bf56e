import type { inbox } from './inbox.ts'
import type { Session } from './session.ts'

/** A board as a tablet that was let in asks for it, and how that tablet writes. */
export interface BoardToDraw {
  readonly session: Session
  readonly board: ReturnType<typeof inbox.list.answer.parse>
  /** The languages that are wished, the best first, as a browser names them. */
  readonly wishes: readonly string[]
  /** `arab`, or those that everybody reads. */
  readonly digits: string
}

export interface DrawnBoard {
  /** The board's screen, from the page's own components; what comes from the service is escaped. */
  readonly html: string
  readonly language: string
  readonly direction: string
}

export type PrerenderBoard = (board: BoardToDraw) => Promise<DrawnBoard>
