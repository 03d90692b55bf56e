import type { Session } from '#contract/desk/session.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { connectionStatus } from '#web/api/http/connection-status.ts'
import { useStore } from '#web/api/store.ts'
import { type MessageKey, useTranslate } from '#web/i18n/translations.tsx'

type ConnectionKey = Extract<MessageKey, `connection.${string}`>

/** The connection in one or two words, beside a coloured dot. The warning line says what to do. */
export function ConnectionState({ session }: { readonly session: Session | undefined }) {
  const t = useTranslate()
  const status = useStore(connectionStatus)
  const feed = useStore(feedState)
  const [dot, word] = stateOf(status.state, feed.is, session?.device === null)
  return (
    <p className="flex shrink-0 items-center gap-2 text-sm text-soft">
      <span className={`size-2.5 shrink-0 rounded-full ${dot}`} aria-hidden="true" />
      <span className="max-tablet:sr-only">{t(word)}</span>
    </p>
  )
}

function stateOf(
  status: ReturnType<typeof connectionStatus.read>['state'],
  feed: ReturnType<typeof feedState.read>['is'],
  isUnpaired: boolean,
): readonly [dot: string, word: ConnectionKey] {
  if (status === 'lost') return ['bg-red', 'connection.offline']
  if (status === 'token') return ['bg-red', 'connection.refused']
  if (status === 'vendor') return ['bg-amber', 'connection.noService']
  if (isUnpaired) return ['bg-edge', 'connection.unpaired']
  if (feed === 'live') return ['bg-good', 'connection.ok']
  return feed === 'lost' ? ['bg-amber', 'connection.late'] : ['bg-edge', 'connection.begins']
}
