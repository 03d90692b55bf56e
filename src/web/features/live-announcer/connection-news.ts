import type { Contact } from '#web/api/http/connection-status.ts'
import type { FeedState } from '#web/api/feed/feed-state.ts'

export type ConnectionNews = 'spoken.lost' | 'spoken.late' | 'spoken.vendor' | 'spoken.token' | 'spoken.back'

function connectionFailureOf(contact: Contact, feed: FeedState): ConnectionNews | undefined {
  if (contact.state === 'lost') return 'spoken.lost'
  if (contact.state !== 'ok') return `spoken.${contact.state}`
  return feed.is === 'lost' ? 'spoken.late' : undefined
}

/** Compares states of the line: a loss is told once, and its end once. */
export function createConnectionNews() {
  let told: ConnectionNews | undefined
  return {
    /** What is to be told now. */
    since(contact: Contact, feed: FeedState): ConnectionNews | undefined {
      const trouble = connectionFailureOf(contact, feed)
      if (trouble === told) return undefined
      told = trouble
      return trouble ?? 'spoken.back'
    },
  }
}
