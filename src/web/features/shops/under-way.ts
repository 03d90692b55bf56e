import { answersUnderWay, tickets } from '#web/api/screen-state.ts'
import { useStore } from '#web/api/store.ts'
import type { MouseEvent } from 'react'

/** Whether something is being sent or printed, so that the tablet must not go to another shop. */
export function useUnderWay(): boolean {
  const answers = useStore(answersUnderWay)
  const unprinted = useStore(tickets)
  return answers > 0 || unprinted.length > 0
}

/** For a link to another shop. Checked again on the click, because an answer may have left since the last render. */
export function unlessUnderWay(event: MouseEvent): void {
  if (answersUnderWay.read() > 0 || tickets.read().length > 0) event.preventDefault()
}
