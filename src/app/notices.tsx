import { dismissNotice, type Notice } from '#client/notices.ts'
import { Drawing } from '#ui/icon.tsx'
import { useWords } from '#words/words.tsx'

/** What happened on a screen that was left meanwhile. It stays until somebody has read it. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  const say = useWords()
  return (
    // Around the list, which would be none under another role.
    <div role="log" className="no-print fixed inset-x-4 bottom-4 z-20 max-tablet:bottom-20 mx-auto max-w-xl">
      <ul className="flex flex-col gap-2">
        {notices.map(({ id, text }) => (
          <li key={id} className="flex items-center gap-3 rounded border border-edge bg-raised ps-4 shadow-lg">
            <p className="flex-1 py-3">{text}</p>
            <button
              type="button"
              aria-label={say('notice.dismiss')}
              className="grid size-12 place-items-center"
              onClick={() => dismissNotice(id)}
            >
              <Drawing path="M6 6l12 12M18 6 6 18" className="size-5" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
