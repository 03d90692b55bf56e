import { dialogRequested } from '#web/api/screen-state.ts'
import { dismissToast, type Toast, type Update } from '#web/api/toasts.ts'
import { Button } from '#web/components/button.tsx'
import { Drawing } from '#web/components/icon.tsx'
import { keepClear } from '#web/components/keep-clear.ts'
import { useRootMark } from '#web/components/root-mark.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

/** The stack of toasts. Most stay until they are dismissed. */
export function Toasts({ toasts }: { readonly toasts: readonly Toast[] }) {
  const t = useTranslate()
  const stack = useRef<HTMLDivElement>(null)
  useRootMark('notices')
  useEffect(() => stayClear(stack.current), [])
  return (
    // A role on the list itself would remove its list semantics.
    <div ref={stack} role="log" className="notice-stack no-print fixed inset-x-4 z-20 mx-auto max-w-xl">
      <ul className="flex flex-col gap-2">
        {toasts.map(({ id, text, link, isGrave, update }) => (
          <li
            key={id}
            className={`flex items-center gap-3 rounded border ps-4 shadow-lg ${isGrave ? 'border-red bg-red-tint font-semibold text-red' : 'border-edge bg-raised'}`}
          >
            {update ? <NewerPage update={update} /> : <p className="flex-1 py-3">{text}</p>}
            {link && (
              // A followed link dismisses the toast, but later: if the link were removed at once, the browser would load
              // its address as a new page.
              <span
                className="shrink-0"
                onClickCapture={() => {
                  dialogRequested.current = link.dialog
                  setTimeout(dismissToast, 0, id)
                }}
              >
                <Link
                  to={link.to}
                  className="inline-flex min-h-12 min-w-12 items-center justify-center font-semibold underline"
                >
                  {link.name}
                </Link>
              </span>
            )}
            <button
              type="button"
              aria-label={t('toast.dismiss')}
              className="grid size-12 place-items-center"
              onClick={() => dismissToast(id)}
            >
              <Drawing path="M6 6l12 12M18 6 6 18" className="size-5" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Writes the stack's height into `--notices`, for screens that fill the page. */
function stayClear(stack: HTMLElement | null): () => void {
  const { style } = document.documentElement
  const stop = keepClear(stack, (room) => style.setProperty('--notices', `${room}px`))
  return () => {
    stop()
    style.removeProperty('--notices')
  }
}

function NewerPage({ update }: { readonly update: Update }) {
  const t = useTranslate()
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{t('update.ready')}</p>
        <p className="text-sm text-soft">{t(update.isArmed ? 'update.armAgain' : 'update.hint')}</p>
      </div>
      <Button onClick={update.load}>{t('update.now')}</Button>
    </div>
  )
}
