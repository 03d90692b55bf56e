import { answersUnderWay } from '#web/api/answers-under-way.ts'
import { tickets } from '#web/api/tickets.ts'

/** Whether the page has yet to do something that a reload would lose: it goes on when the screen is left. */
export const isUnderWay = (): boolean => answersUnderWay.read() > 0 || tickets.read().length > 0
