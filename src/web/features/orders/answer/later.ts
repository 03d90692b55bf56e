import { lazily, loadRest } from '#web/i18n/catalogs.ts'

// Most orders are read and accepted with one tap. What only some need comes after the first screen has been drawn,
// and is there before anybody asks for it.

const loadReject = () => import('./reject/reject-dialog.tsx')
const loadDigital = () => import('./codes/digital-dialog.tsx')
const loadFailure = () => import('./answer-failure.tsx')
export const loadTellElsewhere = () => import('./tell-other-screens.ts')

export const RejectDialog = lazily(async () => (await loadReject()).RejectDialog)
export const DigitalDialog = lazily(async () => (await loadDigital()).DigitalDialog)
export const Answering = lazily(async () => (await import('./lease/answering.tsx')).Answering)
export const LastAnswer = lazily(async () => (await import('./last-answer.tsx')).LastAnswer)
export const PackingWord = lazily(async () => (await import('./packing-word.tsx')).PackingWord)
export const AnswerFailure = lazily(async () => (await loadFailure()).AnswerFailure)

const quietMs = 8000

/**
 * Fetches all of it at the first touch, or once the tablet has been quiet for a while: so that one that loses its
 * connection can still say what went wrong.
 * @returns how to stop waiting for that.
 */
export function loadLater(): () => void {
  const waiting = new AbortController()
  const load = () => {
    waiting.abort()
    // What did not come is tried again when it is wanted.
    Promise.all([loadReject(), loadDigital(), loadFailure(), loadTellElsewhere(), loadRest()]).catch(() => undefined)
  }
  const timer = setTimeout(load, quietMs)
  waiting.signal.addEventListener('abort', () => clearTimeout(timer))
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, load, { signal: waiting.signal })
  return () => waiting.abort()
}
